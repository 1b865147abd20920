import { pixels } from "./lengths.ts"

/** On how many screens a condition is true. */
export type Likelihood = "always" | "sometimes" | "never"

/** Widths and heights of screens, in pixels, from phones to large monitors. */
const screens: Readonly<Record<string, readonly [number, number]>> = { width: [320, 2560], height: [400, 1600] }

const inverse: Readonly<Record<Likelihood, Likelihood>> = { always: "never", sometimes: "sometimes", never: "always" }

const anyOf = (parts: ReadonlyArray<Likelihood>): Likelihood =>
  parts.includes("always") ? "always" : parts.includes("sometimes") ? "sometimes" : "never"

const allOf = (parts: ReadonlyArray<Likelihood>): Likelihood =>
  parts.includes("never") ? "never" : parts.includes("sometimes") ? "sometimes" : "always"

/** Screens on which a media query list is true (Media Queries 4). */
export const mediaOf = (list: string): Likelihood =>
  cached(
    list,
    (text) => text === "" ? "always" : anyOf(text.split(",").map((query) => conditionOf(query, mediaFeature)))
  )

/** Browsers in which a condition of `@supports` is true: those of today. */
export const supportOf = (condition: string): Likelihood =>
  cached(
    `@supports ${condition}`,
    (text) =>
      conditionOf(
        text.slice("@supports ".length).replaceAll(/(?:selector|font-(?:tech|format))\([^()]*\)/g, "(a:b)"),
        supportFeature
      )
  )

/** Sheets repeat their few conditions in many places. */
const known = new Map<string, Likelihood>()
const maxKnown = 500

const cached = (condition: string, read: (text: string) => Likelihood): Likelihood => {
  const before = known.get(condition)
  if (before !== undefined) return before
  const likelihood = read(condition.trim().toLowerCase())
  if (known.size >= maxKnown) known.clear()
  if (condition.length <= maxCondition) known.set(condition, likelihood)
  return likelihood
}

/** A condition of tests in parentheses with `not`, `and` and `or`; nested ones are read from the inside. */
const conditionOf = (condition: string, test: (feature: string) => Likelihood): Likelihood => {
  let text = condition.trim()
  if (text.length > maxCondition) return "sometimes"
  // Parentheses of values are not conditions.
  text = text.replaceAll(
    /[\w-]+\(([^()]*)\)/g,
    (whole, inner: string) => /^(?:not|and|or)\(/.test(whole) ? whole : inner
  )
  for (let depth = 0; depth < maxNesting && text.includes("("); depth++) {
    text = text.replaceAll(/\(([^()]*)\)/g, (_, inner: string) => ` ${plainOf(inner, test)} `)
  }
  return text.includes("(") ? "sometimes" : plainOf(text, test)
}

const maxCondition = 500
const maxNesting = 8

const plainOf = (text: string, test: (feature: string) => Likelihood): Likelihood => {
  const terms = text.trim().split(/\s+(?:and|or)\s+/).map((term) => {
    const isNegated = /^not\s/.test(term)
    const own = term.replace(/^(?:not|only)\s+/, "").trim()
    const value = own === "always" || own === "sometimes" || own === "never" ? own : test(own)
    return isNegated ? inverse[value] : value
  })
  return /\sor\s/.test(text) ? anyOf(terms) : allOf(terms)
}

const mediaFeature = (feature: string): Likelihood => {
  if (/^(?:all|screen)$/.test(feature)) return "always"
  if (/^[a-z]+$/.test(feature) && !/^(?:color|hover|grid|width|height|monochrome)$/.test(feature)) return "never"
  const range = /^(?:(.+?)\s*(<=?|>=?)\s*)?(min-|max-|)(width|height)\s*(?:(:|<=?|>=?|=)\s*(.+))?$/.exec(feature)
  const bounds = screens[range?.[4] ?? ""]
  if (range === null || bounds === undefined) return "sometimes"
  const [, left, leftSign = "", prefix, , sign = "", right] = range
  const tests = [
    left === undefined ? undefined : compared(leftSign.startsWith("<") ? ">" : "<", left, bounds),
    right === undefined ? undefined : compared(prefix === "min-" ? ">" : prefix === "max-" ? "<" : sign, right, bounds)
  ]
  return allOf(tests.filter((one) => one !== undefined))
}

const compared = (sign: string, length: string, [least, most]: readonly [number, number]): Likelihood => {
  const bound = pixels(length)
  if (bound === undefined) return "sometimes"
  if (sign.startsWith(">")) return bound <= least ? "always" : bound > most ? "never" : "sometimes"
  if (sign.startsWith("<")) return bound >= most ? "always" : bound < least ? "never" : "sometimes"
  return bound < least || bound > most ? "never" : "sometimes"
}

const supportFeature = (feature: string): Likelihood => {
  const [, property = "", value = ""] = /^([\w-]+)\s*:\s*(.+)$/.exec(feature) ?? []
  if (property === "" || /^-(?:moz|ms|o)-/.test(property)) return property === "" ? "sometimes" : "never"
  return property !== "display" || displays.test(value) ? "always" : "never"
}

/** Values of `display`. */
export const displays =
  /^(?:none|block|inline|contents|flex|grid|flow-root|list-item|run-in|math|initial|inherit|unset|revert(?:-layer)?|(?:inline-|table|ruby|flow|-webkit-|-moz-|-ms-)[\w-]*|var\(.*|(?:block|inline) (?:flow|flow-root|table|flex|grid|ruby|math|list-item)(?: list-item)?)$/
