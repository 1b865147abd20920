import type { Job } from "../../core/domain/job/Job.ts"
import type { LedgerRow } from "../../core/domain/job/LedgerRow.ts"
import { type ChangedPart, defaultParts, type Notify } from "../../core/domain/options/Notify.ts"
import { counted } from "../../core/kernel/counted.ts"
import type { RecordChange } from "../../extract/works/record-changes.ts"
import { changeSummary } from "../jobs/changes/change-summary.ts"
import type { PageDetails } from "../jobs/changes/changed-pages.ts"
import type { RunChanges } from "../jobs/changes/run-changes.ts"

/** A page of a message. */
export type NoticePage = PageDetails & Pick<LedgerRow, "url" | "change" | "picture_change">

/** A message to people about the changes of a run. */
export interface Notice {
  /** Name of the schedule. */
  readonly name: string
  readonly run: number
  readonly pages: ReadonlyArray<NoticePage>
  /** Number of further changed pages, whose details are not known. */
  readonly left: number
  /** Address of the schedule in the console. */
  readonly link: string | undefined
}

/** The message about a run. Undefined if no change counts for the receivers. */
export const noticeOf = (
  { id, options: { schedule_name, schedule_run, url } }: { readonly id: string; readonly options: Options },
  changes: RunChanges,
  { on = defaultParts, origin, threshold = 0 }: Notify
): Notice | undefined => {
  const pages = changes.pages.filter((page) => counts(page, on, threshold))
  const left = changes.total - changes.pages.length
  return pages.length === 0 && left === 0 ? undefined : {
    name: schedule_name ?? url ?? id,
    run: schedule_run ?? 1,
    pages,
    left,
    link: origin === undefined ? undefined : `${origin}/#/schedules/${changes.schedule}`
  }
}

interface Options extends Pick<Job["options"], "schedule_name" | "schedule_run"> {
  readonly url?: string
}

/** Whether a page has changed enough in one of these parts. A page that cannot be compared counts. */
const counts = (page: NoticePage, on: ReadonlyArray<ChangedPart>, threshold: number): boolean => {
  const { change, diff, picture_change, records = [], share } = page
  if (change === "new" || change === "removed") return true
  if (diff === undefined && records.length === 0 && picture_change === undefined) return true
  return (on.includes("picture") && (picture_change ?? -1) >= threshold) ||
    (on.includes("text") && diff !== undefined && (share ?? 1) >= threshold) ||
    (on.includes("records") && records.some((record) => recordShare(record) >= threshold))
}

/** How far two numbers are apart, from 0 to 1, as a share of the larger one. All other changes are 1. */
const recordShare = ({ after, before }: RecordChange): number =>
  typeof before === "number" && typeof after === "number"
    ? Math.min(1, Math.abs(after - before) / Math.max(Math.abs(before), Math.abs(after), Number.MIN_VALUE))
    : 1

/** `2 changed, 1 new`, with `5 pages more` for pages without details. */
export const headline = ({ left, pages }: Pick<Notice, "left" | "pages">): string => {
  const kinds = (["changed", "new", "removed"] as const).flatMap((kind) => {
    const count = pages.filter(({ change }) => change === kind).length
    return count === 0 ? [] : [`${count} ${kind}`]
  })
  return left === 0 ? kinds.join(", ") : [...kinds, `${counted(left, "page")} more`].join(", ")
}

/** The name of a page for a message. */
export const pageTitle = ({ title, url }: Pick<NoticePage, "title" | "url">, max = 200): string =>
  cut(oneLine(title) || url, max)

/** Lines about the changes of a page besides its diff. New and removed pages without records have none. */
export const changeLines = (page: NoticePage, max: number): ReadonlyArray<string> => {
  const { change = "changed", records = [] } = page
  if (records.length > 0) return recordLines(records, max)
  return change === "changed" ? [oneLine(changeSummary(page))] : []
}

/** `name: field before → after`, for each of the first changes. */
const recordLines = (records: ReadonlyArray<RecordChange>, max: number): ReadonlyArray<string> => {
  const lines = records.slice(0, max).map(({ after, before, field, name }) => {
    const of = cut(oneLine(name), 120)
    if (field === "") return `${of}: ${before === null ? "new" : "gone"}`
    return `${of}: ${oneLine(field)} ${valueText(before)} → ${valueText(after)}`
  })
  return records.length > max ? [...lines, `and ${records.length - max} more`] : lines
}

const valueText = (value: RecordChange["before"]): string => value === null ? "none" : cut(oneLine(String(value)), 120)

/** The changed lines of a diff with those around them, within this number of characters. */
export const diffExcerpt = (diff: string, max: number): string => {
  const lines = diff.trimEnd().split("\n").filter((line) => !/^(?:---|\+\+\+|@@) ?/.test(line))
  let size = 0
  let end = 0
  for (; end < lines.length && size < max; end++) size += Math.min(lines[end]?.length ?? 0, maxLine) + 1
  if (size > max && end > 1) end--
  const shown = lines.slice(0, end).map((line) => cut(line, Math.min(max, maxLine)))
  const left = lines.length - end
  return [...shown, ...(left === 0 ? [] : [`… and ${counted(left, "more line", "more lines")}`])].join("\n")
}

const maxLine = 500

/** Without line breaks and other control characters, also those that change the direction of text. */
export const oneLine = (text: string): string =>
  text.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, " ").replace(/ {2,}/g, " ").trim()

/** At most this number of characters, without half of a character at the end. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text.toWellFormed() : `${text.slice(0, max - 1).toWellFormed().replace(/\uFFFD$/, "")}…`
