import type { Effect } from "effect"
import type { DocumentBody, Link, PageRecord } from "../core/domain/document/Document.ts"
import type { Warning } from "../core/domain/document/Trace.ts"
import type { PageError } from "../core/domain/errors/PageError.ts"
import type { StageName } from "../core/domain/names/stage-names.ts"
import type { Chunked } from "./chunks/make-chunks.ts"
import { parseHtml } from "./dom/parse-html.ts"
import { emptyMetadata } from "./metadata/read-facts.ts"
import type { PageContent, PageFacts, PageInput, PageMedia, ParsedPage, ShellVerdict } from "./Page.ts"
import type { FoundData } from "./records/data/read-data.ts"

/** Results of the stages for a page so far. The part of a skipped stage is empty. */
export interface Reading {
  readonly page: ParsedPage
  readonly content: PageContent
  readonly facts: PageFacts
  readonly chunked: Partial<Chunked>
  readonly shell: ShellVerdict
  readonly softFailures: ReadonlyArray<Warning>
  readonly links: ReadonlyArray<Link>
  readonly media: PageMedia
  readonly records: ReadonlyArray<PageRecord>
  /** Set if the request has a schema. */
  readonly data: FoundData | undefined
  readonly document: Partial<DocumentBody> | undefined
}

/** Requested result. */
export type Goal = "document" | "links" | "explanation"

/** The parts of a reading. Each is made by one stage; `page` by three, one after the other. */
export type Part = keyof Reading

/** A step from bytes to a Document, as a value. */
export interface Stage<S> {
  /** The eight stages of the API are in the trace; the others are only in spans. */
  readonly name: StageName | "select" | "visible" | "chunks" | "data" | "shell" | "soft_failures"
  /** Part made by the stage. A stage whose part is not needed is skipped. */
  readonly gives: Part
  /** Parts that it is made from. */
  readonly needs: ReadonlyArray<Part>
  /** True if the stage is skipped for pages without a tree: text, CSV and JSON. */
  readonly isForTrees?: true
  /** Gets the service of the stage from the context. */
  readonly bind: Effect.Effect<(reading: Reading) => Effect.Effect<Partial<Reading>, PageError>, never, S>
}

/** A page before its first stage. */
export const unread = (input: PageInput): Reading => {
  const url = new URL(input.finalUrl)
  return {
    page: { input, source: () => "", searchable: "", url, baseUrl: url, html: empty, known: {}, warnings: [] },
    ...nothing
  }
}

/** Whether the content of the page has been read. */
export const hasContent = ({ content }: Reading): boolean => content !== nothing.content

/** Shared by all readings, because no stage changes a tree. */
const empty = parseHtml("")

const nothing: Omit<Reading, "page"> = {
  content: {
    selection: {
      roots: [],
      isDropped: () => false,
      pageType: "article",
      confidence: 0,
      declaredHtml: "",
      isState: false,
      warnings: []
    },
    markdown: "",
    text: ""
  },
  facts: {
    title: "",
    author: "",
    published_date: "",
    language: "",
    description: "",
    keywords: [],
    site_name: "",
    image: "",
    metadata: emptyMetadata,
    rdfa: [],
    robots: [],
    statements: [],
    warnings: []
  },
  chunked: {},
  shell: { isShell: false, evidence: "" },
  softFailures: [],
  links: [],
  media: { images: [], tables: [], media: [] },
  records: [],
  data: undefined,
  document: undefined
}
