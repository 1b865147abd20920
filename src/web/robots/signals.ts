import type { ContentUse } from "../../core/domain/document/Rights.ts"
import type { Purpose, Signals } from "../../core/domain/document/Signals.ts"
import { purposes } from "../../core/domain/names/page-uses.ts"
import { compact } from "../../core/kernel/compact.ts"
import { contentSignal, contentUsage, noDictionary } from "../rights/read-values.ts"
import type { Statement } from "../rights/Statement.ts"
import { normalizePattern, patternMatcher } from "./normalize-path.ts"

/** One line about the uses of the pages under a pattern. */
export interface SignalRule {
  readonly pattern: string
  readonly line: string
  readonly signals: Signals
  readonly contentUse?: ContentUse
  /** The reason why the line is ignored. */
  readonly fault?: string
}

/** The lines of a robots.txt that speak of uses. Their values are read by `signalRule`. */
export const signalKeys = ["content-signal", "content-usage", "disallowaitraining", "allowaitraining"] as const
export type SignalKey = (typeof signalKeys)[number]

export const isSignalKey = (key: string): key is SignalKey => signalKeys.some((known) => known === key)

/**
 * A line about uses: `Content-Signal: search=yes, ai-train=no, use=reference` (contentsignals.org), `Content-Usage:
 * train-ai=n` (draft-ietf-aipref-attach), `DisallowAITraining: /path` (draft-canel-robots-ai-control). The first two may
 * have a path before them. Undefined for unknown values.
 */
export const signalRule = (key: SignalKey, value: string, line: string): SignalRule | undefined => {
  if (key === "disallowaitraining" || key === "allowaitraining") {
    if (!/^[/*]/.test(value)) return ruleOf("/", line, { fault: "not a path" })
    return ruleOf(value, line, { uses: { "ai-train": key === "allowaitraining" ? "yes" : "no" } })
  }
  const [, path = "/", list = ""] = /^([/*]\S*)?\s*(.*)$/.exec(value) ?? []
  const stated = key === "content-signal" ? contentSignal(list) : contentUsage(list) ?? { fault: noDictionary }
  return Object.keys(stated).length === 0 ? undefined : ruleOf(path, line, stated)
}

type Stated = Pick<Statement, "contentUse" | "fault" | "uses">

const ruleOf = (pattern: string, line: string, { contentUse, fault, uses = {} }: Stated): SignalRule => ({
  pattern: normalizePattern(pattern).slice(0, maxPatternLength),
  line,
  signals: uses,
  ...compact({ contentUse, fault })
})

const maxPatternLength = 2083

/** For each use, the longest pattern that matches a path decides. Of two with the same length, "no" does. */
export const signalsOver = (rules: ReadonlyArray<SignalRule>): (path: string) => Signals => {
  const ordered = rules.toSorted((a, b) => a.pattern.length - b.pattern.length)
    .map(({ pattern, signals }) => ({ length: pattern.length, signals, matches: patternMatcher(pattern) }))
  return (path) => {
    const found: { [P in Purpose]?: { readonly answer: "yes" | "no"; readonly length: number } } = {}
    for (const { length, matches, signals } of ordered) {
      if (!matches(path)) continue
      for (const purpose of purposes) {
        const answer = signals[purpose]
        const before = found[purpose]
        if (answer === undefined || (before?.length === length && before.answer === "no")) continue
        found[purpose] = { answer, length }
      }
    }
    return Object.fromEntries(
      purposes.flatMap((purpose) => found[purpose] === undefined ? [] : [[purpose, found[purpose].answer]])
    )
  }
}

/** The lines that speak of a path, as one statement each. Of their answers about one use, the longest pattern counts. */
export const statementsOver = (
  rules: ReadonlyArray<SignalRule>,
  signalsFor: (path: string) => Signals
): (path: string) => ReadonlyArray<Statement> => {
  const ordered = rules.map((rule) => ({ ...rule, matches: patternMatcher(rule.pattern) }))
  return (path) => {
    const decided = signalsFor(path)
    const matching = ordered.filter(({ matches }) => matches(path))
    const longest = Math.max(
      ...matching.map(({ contentUse, pattern }) => contentUse === undefined ? 0 : pattern.length)
    )
    return matching.map(({ contentUse, fault, line, pattern, signals }) => ({
      from: "robots.txt",
      text: line,
      uses: Object.fromEntries(
        purposes.flatMap((purpose) =>
          signals[purpose] !== undefined && decided[purpose] === signals[purpose]
            ? [[purpose, signals[purpose]]]
            : []
        )
      ),
      ...compact({ contentUse: pattern.length < longest ? undefined : contentUse, fault })
    }))
  }
}
