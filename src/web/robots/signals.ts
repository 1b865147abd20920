import type { Purpose, Signals } from "../../core/domain/document/Signals.ts"
import { normalizePattern, patternMatcher } from "./normalize-path.ts"

/** One line about the uses of the pages under a pattern. */
export interface SignalRule {
  readonly pattern: string
  readonly signals: Signals
}

/** The lines of a robots.txt that speak of uses. Their values are read by `signalRule`. */
export const signalKeys = ["content-signal", "content-usage", "disallowaitraining", "allowaitraining"] as const
export type SignalKey = (typeof signalKeys)[number]

export const isSignalKey = (key: string): key is SignalKey => signalKeys.some((known) => known === key)

/**
 * A line about uses: `Content-Signal: search=yes, ai-train=no` (contentsignals.org), `Content-Usage: train-ai=n`
 * (draft-ietf-aipref-attach), `DisallowAITraining: /path` (draft-canel-robots-ai-control). The first two may have a
 * path before them. Undefined for unknown values.
 */
export const signalRule = (key: SignalKey, value: string): SignalRule | undefined => {
  if (key === "disallowaitraining" || key === "allowaitraining") {
    if (!/^[/*]/.test(value)) return undefined
    return ruleOf(value, { "ai-train": key === "allowaitraining" ? "yes" : "no" })
  }
  const [, path = "/", list = ""] = /^([/*]\S*)?\s*(.*)$/.exec(value) ?? []
  const signals = readSignals(list)
  return Object.keys(signals).length === 0 ? undefined : ruleOf(path, signals)
}

const ruleOf = (pattern: string, signals: Signals): SignalRule => ({
  pattern: normalizePattern(pattern).slice(0, maxPatternLength),
  signals
})

const maxPatternLength = 2083

/** The list of such a line, or of a header field of the same name: `search=yes, ai-train=no`, `train-ai=n`. */
export const readSignals = (list: string): Signals => {
  const signals: { [P in Purpose]?: "yes" | "no" } = {}
  for (const part of list.toLowerCase().split(/[,;]/, maxParts)) {
    const [name = "", answer = ""] = part.split("=", 2).map((side) => side.trim())
    const purpose = purposes[name]
    const given = answers[answer.split(";", 1)[0] ?? ""]
    // Of two answers in one list, the stricter one counts.
    if (purpose !== undefined && given !== undefined && signals[purpose] !== "no") signals[purpose] = given
  }
  return signals
}

const maxParts = 50

const purposes: Readonly<Record<string, Purpose | undefined>> = {
  "search": "search",
  "ai-input": "ai-input",
  "ai-train": "ai-train",
  "train-ai": "ai-train",
  "train-genai": "ai-train"
}

const answers: Readonly<Record<string, "yes" | "no" | undefined>> = { yes: "yes", y: "yes", no: "no", n: "no" }

/** For each use, the longest pattern that matches a path decides. Of two with the same length, "no" does. */
export const signalsOver = (rules: ReadonlyArray<SignalRule>): (path: string) => Signals => {
  const ordered = rules.toSorted((a, b) => a.pattern.length - b.pattern.length)
    .map(({ pattern, signals }) => ({ length: pattern.length, signals, matches: patternMatcher(pattern) }))
  return (path) => {
    const found: { [P in Purpose]?: { readonly answer: "yes" | "no"; readonly length: number } } = {}
    for (const { length, matches, signals } of ordered) {
      if (!matches(path)) continue
      for (const purpose of uses) {
        const answer = signals[purpose]
        const before = found[purpose]
        if (answer === undefined || (before?.length === length && before.answer === "no")) continue
        found[purpose] = { answer, length }
      }
    }
    return Object.fromEntries(
      uses.flatMap((purpose) => found[purpose] === undefined ? [] : [[purpose, found[purpose].answer]])
    )
  }
}

const uses = ["search", "ai-input", "ai-train"] as const
