import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { contentOf } from "../../../src/extract/content/content-of.ts"
import { isPersonName, isTeamName } from "../../../src/extract/metadata/authors/person-name.ts"
import { readFacts } from "../../../src/extract/metadata/read-facts.ts"
import { documentOf } from "../document-of.ts"
import { pageOf } from "../markdown/page-of.ts"

const story = `<p>${"The light was lit each evening at dusk, and the keeper climbed the stairs. ".repeat(12)}</p>`

const authorOf = (head: string, lines: string) => {
  const body = `<main><h1>The keeper</h1>${lines}${story}</main>`
  const page = pageOf(`<head><title>The keeper</title>${head}</head><body>${body}</body>`, "https://site.test/keeper")
  return readFacts(page, contentOf(page)).author
}

describe("the author beside the headline", () => {
  const pages: ReadonlyArray<readonly [name: string, head: string, lines: string, author: string]> = [
    ["is in full, where a given name is declared", "<meta name=author content=Anna>", "<p>Anna Berg</p>", "Anna Berg"],
    [
      "is in full, where an account is declared",
      "<meta name=author content=agda.berg>",
      "<p>Agda Berg</p>",
      "Agda Berg"
    ],
    [
      "is not a longer name that cannot be a person's",
      "<meta name=author content=JWU>",
      "<p>JWU Online Blog</p>",
      "JWU"
    ],
    ["has no agency after it", "", "<p class=byline>By Anna Berg Associated Press</p>", "Anna Berg"],
    ["is not the label of a field", "", "<p class=author>Username or Email Address</p>", ""],
    ["is not the account of the reader", "", "<p class=byline>BBC Account</p>", ""],
    ["has its label in another line", "", "<p>By</p><p>The Harbour Team</p><p>|</p>", "The Harbour Team"],
    ["may be an account, above a date", "", "<p>by oldsalt</p><p>18th Dec 2025</p>", "oldsalt"],
    [
      "is all of the linked names of a byline",
      "",
      "<p class=byline>By <a rel=author href=/a/1>Rui Ma</a><span>, </span><a rel=author href=/a/2>Anna Berg</a> and <a rel=author href=/a/3>Li Wei</a></p>",
      "Rui Ma, Anna Berg and Li Wei"
    ],
    [
      "is all of the linked names where only the first is declared",
      "<meta name=author content='Anna Berg'>",
      "<div><a class=author href=/a/1>Anna Berg</a><span>, </span><a class=author href=/a/2>Rui Ma</a></div><p>12 comments</p>",
      "Anna Berg, Rui Ma"
    ],
    [
      "is a list of names that is longer than a name",
      "<meta name=author content='Marna van der Merwe'>",
      "<p class=byline>Written by Dr Marna van der Merwe, Dr Dieter Veldsman, Erik van Vulpen and Anna Maria Berg</p>",
      "Dr Marna van der Merwe, Dr Dieter Veldsman, Erik van Vulpen and Anna Maria Berg"
    ],
    [
      "has no name of running text",
      "<meta name=author content='Anna Berg'>",
      `<p>${
        "The lamps were tried by ".repeat(10)
      }<a rel=author href=/a/1>Anna Berg</a> and <a href=/a/2>Li Wei</a>.</p>`,
      "Anna Berg"
    ],
    [
      "has no name after a byline that is not joined to it",
      "<meta name=author content='Anna Berg'>",
      "<div><a class=author href=/a/1>Anna Berg</a> <a href=/s>Harbour News</a></div>",
      "Anna Berg"
    ],
    ["is none without a date", "", "<p>by design</p><p>Lamps</p>", ""]
  ]
  for (const [name, head, lines, author] of pages) {
    it(name, () => assert.strictEqual(authorOf(head, lines), author))
  }
})

const about = "grew up on an island and has written about lamps, ferries and the weather for more than thirty years. "
const box = (name: string) => `<div class="post-author-box"><h4>${name}</h4><p>${name} ${about.repeat(2)}</p></div>`
const pageWith = (boxes: string) =>
  `<title>The last keeper</title><main><h1>The last keeper</h1><p>${
    "The light was lit each evening at dusk, and the keeper climbed the stairs. ".repeat(12)
  }</p>${boxes}</main>`

describe("a box about the author", () => {
  it.effect("names the author of a page without a byline", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* documentOf(pageWith(box("Anna Berg")))).author, "Anna Berg")
    }))

  it.effect("names none if there are boxes about several people", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* documentOf(pageWith(box("Anna Berg") + box("Peter Holm")))).author, "")
    }))

  it.effect("names none if its heading is not the name of a person", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* documentOf(pageWith(box("About This Site")))).author, "")
    }))
})

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
