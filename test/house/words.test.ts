import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"

/** Private words where the field has its own: max, min, log, timeout, poll, batch. */
const privateWord = /\b(?:(?:most|longest|fewest|shortest)[A-Z]|(?:tell|patience)(?![a-z])|betweenLooks|bundle\b)\w*/g

/** Names that were replaced by ones that say what they are, and words that begin such names. */
const privateName = new RegExp(
  "\\b(?:lanes|InTurn|SinkName|settledAtOnce|[hH]oldings|saysFailure|whileOurs|Likest|isLed|raisedText|borneOut"
    + "|(?:is)?[fF]urniture\\w*|isNo[A-Z]\\w*)\\b",
  "g"
)

const stringsAndComments =
  /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\*([\s\S]*?)\*\/|\/\/ ?([^\n]*(?:\n\s*\/\/ ?[^\n]*)*)/g

const sentencesOf = (text: string): ReadonlyArray<string> => text.trim().split(/(?<=[.:!?]["')]?)\s+/)

/** In English, "is not a list". "There is no list" and "is no longer" are right. */
const negatesNoun = (sentence: string): boolean =>
  /(?<!\b[Tt]here )\b(?:is|are) no (?!longer\b|more\b|larger\b)[a-zA-Z]/.test(sentence)

const beginsWithClause = (sentence: string): boolean => /^(?:What|Who|Whom|Those|So)\b/.test(sentence)

/** Whole sentences: a title such as "What changed" and a question may begin so. */
const wrongText = (text: string): ReadonlyArray<string> =>
  sentencesOf(text).filter((sentence) => negatesNoun(sentence) || beginsWithClause(sentence) && /[.:]$/.test(sentence))

/** Names, sentences of comments, and texts (titles of tests, JSX) that a reader would have to learn. */
const privateWords = (source: string): ReadonlyArray<string> => {
  const found = [...source.matchAll(stringsAndComments)].flatMap(([whole, block, line]) => {
    const comment = block ?? line
    if (comment === undefined) return wrongText(whole.slice(1, -1))
    return sentencesOf(comment.replace(/\n\s*(?:\*|\/\/) ?/g, " ").replace(/^[\s*]+/, ""))
      .filter((sentence) => negatesNoun(sentence) || beginsWithClause(sentence))
  })
  const code = source.replace(stringsAndComments, " ")
  const shown = [...code.matchAll(/>([^<>{}=;]+)</g)].flatMap(([, text = ""]) => wrongText(text.replace(/\s+/g, " ")))
  return [...found, ...shown, ...code.match(privateWord) ?? [], ...code.match(privateName) ?? []]
}

/** Sentences of the paragraphs, lists and tables of markdown. */
const wrongProse = (markdown: string): ReadonlyArray<string> =>
  markdown.replace(/^ *```[\s\S]*?^ *```/gm, "").split(/\n\s*\n|\n(?=\s*(?:[-|#]|\d+\.))|\|/)
    .flatMap((part) => wrongText(part.replace(/^[\s\d.#-]+/, "").replace(/\s+/g, " ")))

const root = path.join(import.meta.dirname, "../..")

const filesOf = (folder: string, kind: RegExp): ReadonlyArray<string> =>
  fs.readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).filter((name) =>
    kind.test(name) && !/node_modules|extract\/cases|client\/last-release|words\.test\.ts/.test(name)
  ).map((name) => path.join(folder, name))

const wrongIn = (files: ReadonlyArray<string>, words: (text: string) => ReadonlyArray<string>): ReadonlyArray<string> =>
  files.flatMap((file) => words(fs.readFileSync(path.join(root, file), "utf8")).map((word) => `${file}: ${word}`))

describe("the words of the sources", () => {
  it("rejects private names and sentences that begin with a clause", () => {
    for (
      const [source, found] of [
        ["const mostPages = 5", ["mostPages"]],
        ["tell(line); const patience = longestWait", ["tell", "patience", "longestWait"]],
        ["this.lanes[isFurniture(block)] ?? isNoProse", ["lanes", "isFurniture", "isNoProse"]],
        ["const isNode = isNot(planes)", []],
        ["/** What a node holds. */", ["What a node holds."]],
        ["// Flushes.\n// So do\n// others.", ["So do others."]],
        ["const maxPages = most + bundled // Whatever is left.", []],
        ["/** It is no URL. There is no browser, and it is no longer there. */", ["It is no URL."]],
        ["const text = \"tell // Who\"", []],
        ["it(\"a file that is no list\", () => {})", ["a file that is no list"]],
        ["const detail = `The ${name} is no number. What it is.`", ["The ${name} is no number.", "What it is."]],
        ["const titles = [\"What changed\", \"What is a tide?\", \"are no larger\"]", []],
        ["<p>\n  A job is no\n  page. <b>What is it?</b></p>", ["A job is no page."]]
      ] as const
    ) assert.deepStrictEqual(privateWords(source), found, source)
  })

  it("rejects the same in markdown, without its blocks of code", () => {
    const prose = "# What changed\n\n- It lists.\n- So do\n  others. | A job is no page. |\n\n```sh\nis no list\n```\n"
    assert.deepStrictEqual(wrongProse(prose), ["So do others.", "A job is no page."])
  })

  it.each(["src", "test", "scripts"])("are the field's in %s", (folder) => {
    const files = filesOf(folder, /\.(?:tsx?|mjs)$/)
    assert.isAbove(files.length, 100)
    assert.deepStrictEqual(wrongIn(files, privateWords), [])
  })

  it("are the field's in the documentation", () => {
    const files = [
      ...fs.readdirSync(root).filter((name) => name.endsWith(".md")),
      ...["src", "test", "scripts"].flatMap((folder) => filesOf(folder, /\.md$/))
    ]
    assert.isAbove(files.length, 20)
    assert.deepStrictEqual(wrongIn(files, wrongProse), [])
  })
})
