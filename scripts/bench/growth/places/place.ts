import { Effect } from "effect"
import { Extractor } from "../../../../src/extract/Extractor.ts"
import type { PageInput } from "../../../../src/extract/Page.ts"
import { pageInput } from "../../../support/page-input.ts"

/**
 * Something that a site can fill: `made` makes what the site sends, which is not measured, and gives the work that
 * reads it.
 */
export interface Place {
  readonly name: string
  readonly made: (fill: string) => Promise<Work>
}

export type Work = () => unknown

const extractor = await Effect.runPromise(Effect.provide(Extractor, Extractor.layerInline))

const read = (input: PageInput): Work => () => Effect.runPromise(Effect.catch(extractor.extract(input), unread))

/** A body that cannot be read costs as well. */
const unread = () => Effect.void

const day = Date.UTC(2026, 0, 1)
const encoder = new TextEncoder()

const text = { type: "string" }

/** Data of every kind, so that a value is read as each. */
const schema = {
  type: "object",
  properties: {
    name: text,
    description: text,
    body: text,
    price: { type: "number" },
    date: { type: "string", format: "date" },
    start: { type: "string", format: "date-time" },
    url: { type: "string", format: "uri" },
    email: { type: "string", format: "email" },
    in_stock: { type: "boolean" },
    genre: { enum: ["a", "b"] },
    key: text,
    author: { type: "object", properties: { name: text } },
    keywords: { type: "array", items: text },
    rows: { type: "array", items: { type: "object", properties: { title: text, link: text } } }
  }
}

/** A body of this media type, read by the whole pipeline, also for data. */
export const readBody = (
  body: string | Uint8Array,
  mediaType = "text/html",
  url = "https://page.example/news/a"
): Work =>
  read({
    ...pageInput(typeof body === "string" ? encoder.encode(body) : body, url),
    mediaType,
    options: { schema },
    fetchedAt: day
  })

/** Work that is done at once. */
export const atOnce = (name: string, work: (fill: string) => unknown): Place => ({
  name,
  made: (fill) => Promise.resolve(() => work(fill))
})
