import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"

/** Private words where the field has its own: max, min, log, timeout, poll, batch. */
const privateNames = /\b(?:(?:most|longest|fewest|shortest)[A-Z]|(?:tell|patience)(?![a-z])|betweenLooks|bundle\b)\w*/g

const stringsAndComments =
  /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\*([\s\S]*?)\*\/|\/\/ ?([^\n]*(?:\n\s*\/\/ ?[^\n]*)*)/g

/** Names, and beginnings of sentences in comments, that a reader would have to learn. */
const privateWords = (source: string): ReadonlyArray<string> => {
  const sentences = [...source.matchAll(stringsAndComments)].flatMap(([, block, line]) =>
    (block ?? line ?? "").replace(/\n\s*(?:\*|\/\/) ?/g, " ").replace(/^[\s*]+/, "").trim().split(/(?<=[.:!?])\s+/)
  )
  return [
    ...sentences.filter((sentence) => /(?<!\b[Tt]here )\b(?:is|are) no (?!longer\b|more\b)[a-z]/.test(sentence)),
    ...sentences.filter((sentence) => /^(?:What|Who|Whom|Those|So)\b/.test(sentence)),
    ...source.replace(stringsAndComments, " ").match(privateNames) ?? []
  ]
}

describe("the words of the sources", () => {
  it("rejects private names and sentences that begin with a clause", () => {
    for (
      const [source, found] of [
        ["const mostPages = 5", ["mostPages"]],
        ["tell(line); const patience = longestWait", ["tell", "patience", "longestWait"]],
        ["/** What a node holds. */", ["What a node holds."]],
        ["// Flushes.\n// So do\n// others.", ["So do others."]],
        ["const maxPages = most + bundled // Whatever is left.", []],
        ["/** It is no list. There is no browser, and it is no longer there. */", ["It is no list."]],
        ["const text = \"tell // Who\"", []]
      ] as const
    ) assert.deepStrictEqual(privateWords(source), found, source)
  })

  it.each(["src", "test", "scripts"])("are the field's in %s", (folder) => {
    const root = path.join(import.meta.dirname, "../..", folder)
    const found = fs.readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((name) =>
        /\.(?:tsx?|mjs)$/.test(name) && !/node_modules|extract\/cases|client\/last-release|words\.test\.ts/.test(name)
      )
      .flatMap((name) =>
        privateWords(fs.readFileSync(path.join(root, name), "utf8")).map((word) => `${folder}/${name}: ${word}`)
      )
    assert.deepStrictEqual(found, [])
  })
})
