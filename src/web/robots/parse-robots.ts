import type { Signals } from "../../core/domain/document/Signals.ts"
import { httpUrl } from "../../core/domain/WebUrl.ts"
import type { Statement } from "../rights/Statement.ts"
import { normalizePath, normalizePattern, patternMatcher } from "./normalize-path.ts"
import {
  isSignalKey,
  type SignalKey,
  signalKeys,
  type SignalRule,
  signalRule,
  signalsOver,
  statementsOver
} from "./signals.ts"

/** The parts of a robots.txt for one product token. */
export interface ParsedRobots {
  /** May we fetch this path with its query? */
  isAllowed(path: string): boolean
  /** The line that decides on this path. Empty if no line speaks of it. */
  lineFor(path: string): string
  /** Which uses of this path the site allows or refuses. */
  signalsFor(path: string): Signals
  /** The lines about the use of this path, and the licenses of the site (RSL 1.0). */
  statementsFor(path: string): ReadonlyArray<Statement>
  /** The longest Crawl-delay given to us, in seconds; 0 without one. */
  readonly crawlDelay: number
  /** The values of the Sitemap lines, unchanged. */
  readonly sitemaps: ReadonlyArray<string>
  /** How many rules there are. */
  readonly ruleCount: number
}

/**
 * Reads a robots.txt as RFC 9309 and Google's reference parser do. robots-parser is the oracle of a test but does not
 * decide here: it groups lines differently from the RFC, and tries every rule on a path. A check took it 88 us with 100
 * rules and 715 us with 500; this parser takes 1.5 us and 6 us.
 */
export const parseRobots = (source: string, userAgent: string): ParsedRobots => {
  const token = productToken(userAgent)
  const specific = new Group()
  const global = new Group()
  /** Before any group, a line about uses applies to all robots. */
  const root = new Group()
  const sitemaps: Array<string> = []
  const current = new Set<Group>()
  let isNaming = false
  let isNamed = false
  let isInGroups = false
  for (const raw of source.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)) {
    const [key, value] = directiveOf(raw)
    // Only rules end a group; other lines neither end nor begin one (section 2.2.4).
    if (key === "sitemap") sitemaps.push(value)
    const speaking = isInGroups ? [...current] : [root]
    if (isSignalKey(key)) speaking.forEach((group) => group.signal(key, value, shownLine(raw)))
    if (key === "license") speaking.forEach((group) => group.license(value, shownLine(raw)))
    if (key === "crawl-delay") current.forEach((group) => group.slow(value))
    if (key === "allow" || key === "disallow") {
      isNaming = false
      current.forEach((group) => group.add(key, value, shownLine(raw)))
    }
    if (key !== "user-agent") continue
    isInGroups = true
    const named = productToken(value)
    // A value that is not a token, such as "360Spider", names no crawler.
    const group = named === "" ? undefined : named === token ? specific : named === "*" ? global : undefined
    isNamed ||= group === specific
    if (!isNaming) current.clear()
    if (group !== undefined) current.add(group)
    isNaming = true
  }
  // Groups of one token count as one group (section 2.2.1). The group `*` counts only if there is none for us.
  const group = isNamed ? specific : global
  const signals = [...root.signals, ...group.signals]
  const signalsFor = signalsOver(signals)
  const statementsFor = statementsOver(signals, signalsFor)
  // License lines apply to the whole site (RSL 1.0 section 4.4); a group may have its own.
  const licenses = [...root.licenses, ...group.licenses]
  const deciding = group.matcher()
  return {
    isAllowed: (path) => deciding(path)?.allows ?? true,
    lineFor: (path) => deciding(path)?.line ?? "",
    signalsFor: (path) => signalsFor(normalizePath(path)),
    statementsFor: (path) => [...statementsFor(normalizePath(path)), ...licenses],
    crawlDelay: group.crawlDelay,
    sitemaps,
    ruleCount: group.size
  }
}

/** RFC 9309 section 2.2.1: letters, `_` and `-`. The rest is not part of the token. */
export const productToken = (value: string): string =>
  /^\*(?:\s|$)/.test(value) ? "*" : /^[a-z_-]*/i.exec(value)?.[0].toLowerCase() ?? ""

interface Rule {
  readonly allows: boolean
  readonly pattern: string
  readonly line: string
}

/** A longer line is cut where it is shown. */
const maxShownLength = 200
const shownLine = (raw: string): string => raw.slice(0, maxShownLength).trim()

/** Longer than any path a site could mean. Longer patterns are cut, as Google's parser cuts long lines. */
const maxPatternLength = 2083
const maxLineLength = 8 * maxPatternLength

class Group {
  crawlDelay = 0
  readonly signals: Array<SignalRule> = []
  readonly licenses: Array<Statement> = []
  private readonly rules = new Map<string, Rule>()

  get size(): number {
    return this.rules.size + this.signals.length
  }

  signal(key: SignalKey, value: string, line: string): void {
    const rule = this.signals.length < maxSignals ? signalRule(key, value, line) : undefined
    if (rule !== undefined) this.signals.push(rule)
  }

  license(value: string, line: string): void {
    const license = httpUrl(value)?.href
    if (license === undefined || this.licenses.length >= maxLicenses) return
    this.licenses.push({ from: "robots.txt", text: line, license })
  }

  add(key: "allow" | "disallow", value: string, line: string): void {
    // An empty pattern is not a rule. One that begins otherwise matches no path.
    if (!/^[/*]/.test(value)) return
    const rule = { allows: key === "allow", pattern: normalizePattern(value).slice(0, maxPatternLength), line }
    // If the same pattern is allowed and disallowed, it is allowed (section 2.2.2).
    if (rule.allows || !this.rules.has(rule.pattern)) this.rules.set(rule.pattern, rule)
    const index = rule.allows ? /\/index\.html?$/i.exec(value)?.index : undefined
    if (index !== undefined) this.add("allow", `${value.slice(0, index + 1)}$`, line)
  }

  slow(value: string): void {
    const seconds = Number(value)
    if (value !== "" && Number.isFinite(seconds)) this.crawlDelay = Math.max(this.crawlDelay, seconds)
  }

  /** The longest matching pattern decides. Of two with the same length, the allowing one does (section 2.2.2). */
  matcher(): (path: string) => Pick<Rule, "allows" | "line"> | undefined {
    const rules = [...this.rules.values()]
      .toSorted((a, b) => b.pattern.length - a.pattern.length || Number(b.allows) - Number(a.allows))
      .map(({ pattern, ...rule }) => ({ rule, isSought: pattern.includes("*"), matches: patternMatcher(pattern) }))
    return (given) => {
      const path = normalizePath(given)
      let timeout = maxSought
      for (const { isSought, matches, rule } of rules) {
        if (matches(path)) return rule
        if (isSought) timeout -= path.length
        if (timeout < 0) return { allows: false, line: "" }
      }
      return undefined
    }
  }
}

/**
 * Maximum cost of the patterns with `*` for one path. Thousands of them against a long path are an attack: the URL is
 * disallowed.
 */
const maxSought = 2_000_000

/** Lines about uses that count. A site has one or two; each is tried on every path. */
const maxSignals = 50
const maxLicenses = 10

/** The key of a line in one spelling, with its value. Unknown keys are empty. */
const directiveOf = (raw: string): readonly [key: string, value: string] => {
  const comment = raw.indexOf("#")
  const line = raw.slice(0, Math.min(comment < 0 ? raw.length : comment, maxLineLength)).trim()
  const colon = line.indexOf(":")
  // Without a colon, white space may separate key and value, if there are exactly two words.
  const words = colon < 0 ? line.split(/\s+/, 3) : [line.slice(0, colon), line.slice(colon + 1)]
  const [key = "", value] = words
  return words.length === 2 ? [keys.get(key.trim().toLowerCase()) ?? "", (value ?? "").trim()] : ["", ""]
}

/** The keys we read, with the misspellings that Google's parser knows. */
const keys: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "user-agent": ["user-agent", "useragent", "user agent"],
    "allow": ["allow"],
    "disallow": ["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"],
    "crawl-delay": ["crawl-delay", "crawldelay"],
    "sitemap": ["sitemap", "site-map"],
    "license": ["license"],
    ...Object.fromEntries(signalKeys.map((key) => [key, [key]]))
  }).flatMap(([key, spellings]) => spellings.map((spelling) => [spelling, key] as const))
)
