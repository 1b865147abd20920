import * as rules from "../../rules/bylines.ts"
import { monthOf } from "../dates/month-names.ts"
import { beyondAscii } from "../letters-and-digits.ts"
import { plainText } from "../plain-text.ts"
import { isPersonName } from "./person-name.ts"

const maxNameLength = 80
/** The name is at the start of a byline. Longer text is cut, because the patterns may take quadratic time. */
const maxBylineLength = 300
const maxWords = 9

/** The name or names in the lines of a byline, or "". */
export const nameIn = (lines: ReadonlyArray<string>): string => {
  for (const line of lines) {
    const name = bare(withoutLead(plainText(line).slice(0, maxBylineLength)))
    if (isName(name)) return name
  }
  return ""
}

/** The name in a line whose words are enough to make it a byline. */
export const nameInLine = (line: string): string => {
  if (line.length > maxBylineLength) return ""
  const match = rules.bylineLine.exec(line)
  if (match !== null) {
    const name = nameIn([match[1] ?? ""])
    if (/\p{Script=Han}/u.test(name)) return caselessName(name)
    return name.split(" ").length <= 6 && /^(?:[^\p{Ll}]|\p{Script=Georgian})/u.test(name) ? name : ""
  }
  // Nearly all lines are plain text.
  const caseless = beyondAscii.test(line) ? rules.caselessLine.exec(line) : null
  if (caseless !== null) return caselessName(nameIn([caseless[1] ?? caseless[2] ?? ""]))
  const rest = line.replace(rules.bylinePreposition, "")
  const name = rest === line ? "" : nameIn([rest])
  return rules.capitalName.test(name) ? name : ""
}

/** These scripts have no capitals, so only the length distinguishes a name from a sentence. */
const caselessName = (name: string): string => {
  const isShort = /[\p{Script=Han}\p{Script=Hangul}]/u.test(name) ? name.length <= 12 : name.split(" ").length <= 4
  return isShort && !/[\p{Ll}，。、：]/u.test(name) ? name : ""
}

/** Several of these may follow one another: `Written by`, `Story by:`. */
const withoutLead = (line: string): string => {
  let rest = line.replace(rules.dateLead, "")
  for (let lead = 0; lead < 3; lead++) {
    rest = rest.replace(rules.bylineLead, "").replace(rules.bylinePreposition, "").trim()
  }
  // Label and name may stand without a space between them if each has an element of its own.
  return rest.replace(/^(?:[Bb]y|[Aa]uthor)(?=\p{Lu}\p{Ll}+\s)/u, "")
}

const bare = (text: string): string => {
  const name = beforeDate(text.replace(rules.bylineEnd, "")).replace(rules.bylineTrade, "").replace(
    /^[\s,:;\-–—|/"“”[\]*#@~]+|[\s,:;\-–—|/"“”[\]*#~]+$/g,
    ""
  )
  const whole = name.endsWith(".") && /\p{L}{3}\.$/u.test(name) ? name.slice(0, -1) : balanced(name)
  return withoutRole(whole)
}

/** Cuts the role after a name. Titles and degrees stay. */
const withoutRole = (name: string): string => {
  const parts = name.split(", ")
  const role = parts.findIndex((part, index) => index > 0 && (rules.rolePart.test(part) || isSource(part)))
  const before = role < 0 ? name : parts.slice(0, role).join(", ")
  return rules.roleTail.exec(before)?.[1] ?? before
}

const isSource = (part: string): boolean =>
  rules.sourcePart.test(part) && !isPersonName(part.replace(rules.listTail, ""))

/** The writers in a line of a Chinese page. The most certain patterns come first. */
export const hanWriters = (lines: ReadonlyArray<string>): string => {
  // A Latin name may be in brackets after a time.
  const possible = lines.filter((line) => line.includes("[") || beyondAscii.test(line))
  for (const pattern of rules.hanBylines) {
    for (const line of possible) {
      const name = (pattern.exec(line)?.[1] ?? "").replace(rules.hanLabels, "").trim()
      if (name !== "" && isName(name)) return name
    }
  }
  return ""
}

/** A line below the headline of only Chinese names. */
export const hanBeside = (lines: ReadonlyArray<string>, title: string): string => {
  const at = lines.findIndex((line) => title.includes(line))
  const next = lines.slice(at + 1).find((line) => !title.includes(line)) ?? ""
  return at >= 0 && rules.hanWritersLine.test(next) ? next : ""
}

/** A date that starts with the name of a month ends a byline too. */
const beforeDate = (text: string): string => {
  for (const match of text.matchAll(/(?:(\d{1,2})\.?\s+(?:de\s+)?)?(\p{L}[\p{L}\p{M}]+)[.,]?\s+(?:de\s+)?(?=\d)/gu)) {
    if (monthOf(match[2] ?? "") !== undefined) return text.slice(0, match.index)
  }
  const last = text.lastIndexOf(" ")
  return last > 0 && text.indexOf(" ") !== last && monthOf(text.slice(last + 1)) !== undefined
    ? text.slice(0, last)
    : text
}

const balanced = (name: string): string => {
  const open = name.indexOf("(")
  // Some forums show a name twice.
  if (open > 0 && name.endsWith(")") && name.slice(open + 1, -1) === name.slice(0, open).trim()) {
    return name.slice(0, open).trim()
  }
  return open < 0 || name.includes(")", open) ? name : name.slice(0, open).trim()
}

const isName = (name: string): boolean =>
  name.length > 1 && name.length <= maxNameLength && !rules.unlikeNames.test(name) && /\p{L}/u.test(name) &&
  !rules.notNames.test(name) &&
  monthOf(name) === undefined && !/https?:|www\.|[{}<>]|^page\.|\S@\S+\.\S/.test(name) &&
  name.split(/\s+/).length <= maxWords
