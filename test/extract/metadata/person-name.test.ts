import { assert, describe, it } from "@effect/vitest"
import { isPersonName, isTeamName } from "../../../src/extract/metadata/authors/person-name.ts"

describe("the shape of a person's name", () => {
  const people = ["Anna Berg", "Zoé L'Hôte", "Søren van der Berg", "Jean-Luc Martin", "Владимир Орлов", "Paul M. Lind"]
  for (const name of people) it(name, () => assert.isTrue(isPersonName(name)))

  const others = [
    "Harbour News",
    "Watch demo",
    "Anna",
    "Table of Contents",
    "Anna BergSenior Partner",
    "Derek JarmanThe Garden",
    "Paul lights the lamp",
    ""
  ]
  for (const text of others) it(`not: ${text}`, () => assert.isFalse(isPersonName(text)))

  it("a team has a word that says so", () => {
    assert.isTrue(isTeamName("The Harbour Team"))
    assert.isFalse(isTeamName("The Harbour"))
  })
})
