import { HttpServerResponse } from "effect/http"
import { escapedHtml } from "../../../crawling/jobs/changes/details-html.ts"

export const atomType = "application/atom+xml"

export interface AtomEntry {
  readonly id: string
  readonly title: string
  /** Seconds since the epoch. */
  readonly updated: number
  readonly link: string
  readonly summary: string
  readonly category?: string
  /** HTML. */
  readonly content?: string
}

interface AtomFeed {
  readonly id: string
  readonly title: string
  /** Seconds since the epoch. */
  readonly updated: number
  /** Absolute. */
  readonly self: string
  /** Address of the next part, if there is one. */
  readonly next?: string | undefined
  readonly entries: ReadonlyArray<AtomEntry>
}

/** A feed of RFC 4287. */
export const atomFeed = (
  { entries, id, next, self, title, updated }: AtomFeed
): HttpServerResponse.HttpServerResponse => {
  const parts = [
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
    "<feed xmlns=\"http://www.w3.org/2005/Atom\">",
    `<id>${escapedHtml(id)}</id>`,
    `<title>${escapedHtml(title)}</title>`,
    `<updated>${timeOf(updated)}</updated>`,
    "<author><name>Gleaner</name></author>",
    `<link rel="self" type="${atomType}" href="${escapedHtml(self)}"/>`,
    ...(next === undefined ? [] : [`<link rel="next" type="${atomType}" href="${escapedHtml(next)}"/>`]),
    ...entries.map(entryOf),
    "</feed>"
  ]
  return HttpServerResponse.text(`${parts.join("\n")}\n`, { contentType: `${atomType}; charset=utf-8` })
}

const entryOf = ({ category, content, id, link, summary, title, updated }: AtomEntry): string =>
  [
    "<entry>",
    `<id>${escapedHtml(id)}</id>`,
    `<title>${escapedHtml(title)}</title>`,
    `<updated>${timeOf(updated)}</updated>`,
    `<link rel="alternate" href="${escapedHtml(link)}"/>`,
    ...(category === undefined ? [] : [`<category term="${escapedHtml(category)}"/>`]),
    `<summary>${escapedHtml(summary)}</summary>`,
    ...(content === undefined ? [] : [`<content type="html">${escapedHtml(content)}</content>`]),
    "</entry>"
  ].join("\n")

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString()
