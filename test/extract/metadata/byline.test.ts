import { assert, describe, it } from "@effect/vitest"
import { nameIn, nameInLine } from "../../../src/extract/metadata/byline.ts"

describe("the name in a byline", () => {
  const bylines: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
    [["By Anna Berg"], "Anna Berg"],
    [["By", "Anna Berg", "Senior Writer"], "Anna Berg"],
    [["Written by: Anna Berg | May 3, 2024"], "Anna Berg"],
    [["Anna Berg and Li Wei"], "Anna Berg and Li Wei"],
    [["Story by Anna Berg • 5 min read"], "Anna Berg"],
    [["Von Jürgen Groß, 3. Mai 2024"], "Jürgen Groß"],
    [["Par Zoé L'Hôte le 3 mai 2024"], "Zoé L'Hôte"],
    [["Por María-José Carreño"], "María-José Carreño"],
    [["Автор: Анна Берг"], "Анна Берг"],
    [["作者：王小明"], "王小明"],
    [["ByAnna Berg"], "Anna Berg"],
    [["Anna Berg, MD"], "Anna Berg, MD"],
    [["old_salt42"], "old_salt42"],
    [["Berg &#038; Sons"], "Berg & Sons"],
    [["Anna Berg (Berg"], "Anna Berg"],
    [["admin"], ""],
    [["Share"], ""],
    [["May 3, 2024"], ""],
    [["https://site.test/anna"], ""],
    [["{{ author.name }}"], ""],
    [["12"], ""]
  ]
  for (const [lines, name] of bylines) it(lines.join(" / "), () => assert.strictEqual(nameIn(lines), name))

  it("in a line by itself needs to be said to be one", () => {
    assert.strictEqual(nameInLine("By Anna Berg"), "Anna Berg")
    assert.strictEqual(nameInLine("Anna Berg"), "")
    assert.strictEqual(nameInLine("by the sea there was a town"), "")
  })
})
