import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { neededWords } from "../../../../src/extract/dom/fast/needed-words.ts"
import { hints } from "../../../../src/extract/rules/hints.ts"
import * as leftovers from "../../../../src/extract/rules/leftovers.ts"
import * as metadata from "../../../../src/extract/rules/metadata.ts"

const { commentNames, relatedNames, signatureNames, signupNames, widgetNames } = leftovers
const { apartNames, bylineNames, datelineNames, notBylineNames } = metadata
const patterns = [
  ...hints.map(([, pattern]) => pattern),
  commentNames,
  relatedNames,
  signatureNames,
  signupNames,
  widgetNames,
  apartNames,
  bylineNames,
  datelineNames,
  notBylineNames
].map((pattern) => ({ pattern, words: neededWords(pattern) }))

it("tells the rarest words that a match has, and the empty word where a match may do without", () => {
  assert.deepStrictEqual(neededWords(/read-?more|(?:^|[ab])(?:post|entry)s?$|tags?\b/), [
    "read",
    "post",
    "entry",
    "tag"
  ])
  assert.deepStrictEqual(neededWords(/x?(?:ads?)+-(?!banner)(?<=ads?-)\w/i), ["ad"])
  assert.deepStrictEqual(neededWords(/share|\d+/), ["share", ""])
  assert.deepStrictEqual(neededWords(/a{0,2}|b/), ["", "b"])
})

it("finds words in every name that a rule matches", () => {
  const letters = patterns.flatMap(({ pattern }) => pattern.source.split(/[^a-zA-Z]+/))
  const pieces = fc.constantFrom(...letters, "-", "_", " ", "x", "S")
  const names = fc.array(pieces, { maxLength: 6 }).map((some) => some.join(""))
  fc.assert(fc.property(names, (name) => {
    for (const { pattern, words } of patterns) {
      assert.notInclude(words, "")
      const isFound = words.some((word) => name.toLowerCase().includes(word))
      assert.isTrue(isFound || !pattern.test(name), `${name} by ${pattern.source}`)
    }
  }))
})
