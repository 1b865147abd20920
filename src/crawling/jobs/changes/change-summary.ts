import { counted } from "../../../core/kernel/counted.ts"
import type { RecordChange } from "../../../extract/works/record-changes.ts"
import type { PageDetails } from "./changed-pages.ts"

/** One line about what has changed on a page. */
export const changeSummary = ({ change = "changed", diff, picture_change, records }: Partial<PageDetails> & {
  readonly change?: string
  readonly picture_change?: number
}): string => {
  if (change === "removed") return "The page is gone."
  if (change === "new") return "A new page."
  if (records !== undefined && records.length > 0) {
    const more = records.length - maxShown
    return `${records.slice(0, maxShown).map(recordLine).join("; ")}${more > 0 ? `; and ${more} more` : ""}`
  }
  if (diff === undefined) return picture_change === undefined ? "The page has changed." : pictureInWords(picture_change)
  const lines = diff.split("\n")
  const count = (mark: string) =>
    lines.filter((line) => line.startsWith(mark) && !line.startsWith(mark.repeat(3))).length
  return `${counted(count("+"), "line")} added, ${count("-")} removed.`
}

const maxShown = 3

/** A share below a thousandth is not 0. */
const pictureInWords = (share: number): string => {
  const percent = 100 * share
  const shown = percent < 0.1 ? "less than 0.1" : percent < 10 ? percent.toFixed(1) : percent.toFixed(0)
  return `${shown} % of its picture has changed.`
}

const recordLine = ({ after, before, field, name }: RecordChange): string => {
  if (field === "") return `${name}: ${before === null ? "new" : "gone"}`
  return `${name}: ${field} ${before === null ? "" : `${shown(before)} `}→ ${after === null ? "none" : shown(after)}`
}

const shown = (value: string | number | boolean): string => {
  const text = String(value)
  return text.length > maxValue ? `${text.slice(0, maxValue).toWellFormed()}…` : text
}
const maxValue = 80
