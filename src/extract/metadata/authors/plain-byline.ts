import * as rules from "../../rules/bylines.ts"
import { nameIn, nameInLine } from "./byline.ts"
import { isPersonName, isTeamName } from "./person-name.ts"

export interface PlainLines {
  readonly lines: ReadonlyArray<string>
  /** Lines around the headline, for which weaker signs of a byline are enough. */
  readonly beside: ReadonlyArray<string>
  /** The title of the page, without the name of the site. */
  readonly title: string
  readonly read: (line: string) => string
}

/** The author in the lines of a page, or "". */
export const plainByline = ({ beside, lines, read, title }: PlainLines): string => {
  for (const [index, line] of lines.entries()) {
    const name = nameInLine(line) ||
      labelled(lines, index, rules.bylineLabel)
    if (name !== "") return name
  }
  for (const [index, line] of beside.entries()) {
    const name = labelled(beside, index, rules.shortBylineLabel) ||
      inParts(line) || userBesideDate(line, beside[index + 1] ?? "", read)
    if (name !== "") return name
  }
  return besideDate(beside, title, read)
}

/** A list of writers takes a line for each name and each comma. */
const maxListLength = 7

/** The label has a line of its own, and the names follow. */
const labelled = (lines: ReadonlyArray<string>, at: number, label: RegExp): string => {
  if (!label.test(lines[at] ?? "")) return ""
  const names: Array<string> = []
  for (const [index, text] of lines.slice(at + 1, at + 1 + maxListLength).entries()) {
    if (index % 2 === 1 && !rules.nameJoint.test(text)) break
    if (index % 2 === 1) continue
    const name = nameIn([text])
    if (!rules.capitalName.test(name)) break
    names.push(name)
  }
  return names.join(", ")
}

/** A name without capitals, with the date of the page below it. */
const userBesideDate = (line: string, next: string, read: PlainLines["read"]): string => {
  const user = /^by (\p{Ll}\S+)$/u.exec(line)?.[1]
  return user === undefined || read(next) === "" ? "" : nameIn([user])
}

/** A date or other facts are in the same line: `3 May 2024 · 5 min read · By Anna Berg`. */
const inParts = (line: string): string => {
  const parts = line.split(rules.bylineParts)
  if (parts.length > 1) return parts.map((part) => nameInLine(part.trim())).find((name) => name !== "") ?? ""
  const after = rules.nameAfterDate.exec(line)?.[1]
  if (after === undefined) return ""
  const name = nameIn([after])
  return rules.capitalName.test(name) || (!name.includes(" ") && name !== "") ? name : ""
}

/**
 * A person's name without any label, with the date of the page above or below it. A name in the title is the subject of
 * the page. If there are more dates, the lines are a list of other pages.
 */
const besideDate = (lines: ReadonlyArray<string>, title: string, read: (line: string) => string): string => {
  const days = lines.map(read)
  if (new Set(days).size > maxDays) return ""
  for (const [index, day] of days.entries()) {
    if (day === "") continue
    for (const at of [index - 1, index + 1, index - 2, index + 2]) {
      const name = nameIn([(lines[at] ?? "").replace(rules.bylineParts, "")])
      if ((isPersonName(name) || isTeamName(name)) && !title.includes(name)) return name
    }
  }
  return ""
}

/** Two days, and the lines without one. */
const maxDays = 3
