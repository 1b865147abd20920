import { HttpServerResponse } from "effect/http"
import type { ScheduleChange, ScheduleId } from "../../../../core/domain/schedule/Schedule.ts"

interface Feed {
  readonly id: ScheduleId
  readonly name: string
  readonly changes: ReadonlyArray<ScheduleChange>
  /** Address of the next part, if there is one. */
  readonly next: string | undefined
}

/** The changes as an Atom feed (RFC 4287), newest run first. */
export const changesFeed = ({ changes, id, name, next }: Feed): HttpServerResponse.HttpServerResponse => {
  const [newest] = changes
  const parts = [
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
    "<feed xmlns=\"http://www.w3.org/2005/Atom\">",
    `<id>urn:gleaner:schedule:${id}</id>`,
    `<title>${escaped(name)}</title>`,
    `<updated>${timeOf(newest?.at ?? 0)}</updated>`,
    "<author><name>Gleaner</name></author>",
    `<link rel="self" type="${atomType}" href="/v1/schedules/${id}/changes?format=atom"/>`,
    ...(next === undefined ? [] : [`<link rel="next" type="${atomType}" href="${escaped(next)}"/>`]),
    ...changes.map((change) => entry(id, change)),
    "</feed>"
  ]
  return HttpServerResponse.text(`${parts.join("\n")}\n`, { contentType: `${atomType}; charset=utf-8` })
}

export const atomType = "application/atom+xml"

const entry = (id: ScheduleId, { at, job_id, page, run }: ScheduleChange): string => {
  const { change = "changed", url } = page
  return [
    "<entry>",
    `<id>urn:gleaner:schedule:${id}:${job_id}:${encodeURIComponent(url)}</id>`,
    `<title>${escaped(`${change}: ${url}`)}</title>`,
    `<updated>${timeOf(at)}</updated>`,
    `<link rel="alternate" href="${escaped(url)}"/>`,
    `<category term="${change}"/>`,
    `<summary>${escaped(`The page is ${change} since the run before run ${run}.`)}</summary>`,
    "</entry>"
  ].join("\n")
}

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** Characters that XML 1.0 does not allow are left out. */
const escaped = (text: string): string =>
  text.toWellFormed().replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")
