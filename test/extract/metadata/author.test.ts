import { assert, describe, it } from "@effect/vitest"
import { readFacts } from "../../../src/extract/metadata/read-facts.ts"
import { contentOf } from "../../../src/extract/stages/Content.ts"
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
    ["is not a longer name that is no person's", "<meta name=author content=JWU>", "<p>JWU Online Blog</p>", "JWU"],
    ["has its label in another line", "", "<p>By</p><p>The Harbour Team</p><p>|</p>", "The Harbour Team"],
    ["may be an account, above a date", "", "<p>by oldsalt</p><p>18th Dec 2025</p>", "oldsalt"],
    ["is none without a date", "", "<p>by design</p><p>Lamps</p>", ""]
  ]
  for (const [name, head, lines, author] of pages) {
    it(name, () => assert.strictEqual(authorOf(head, lines), author))
  }
})
