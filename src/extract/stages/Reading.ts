import type { Effect } from "effect"
import type { DocumentBody, Link, PageRecord, StageName, Warning } from "../../domain/document/Document.ts"
import type { PageError } from "../../domain/errors/PageError.ts"
import { parseHtml } from "../dom/parse-html.ts"
import { emptyMetadata } from "../metadata/read-facts.ts"
import type { PageContent, PageFacts, PageInput, PageMedia, ParsedPage, ShellVerdict } from "../Page.ts"

/** What the stages have made of a page so far. The part of a skipped stage is empty. */
export interface Reading {
  readonly page: ParsedPage
  readonly content: PageContent
  readonly facts: PageFacts
  readonly shell: ShellVerdict
  readonly softFailures: ReadonlyArray<Warning>
  readonly links: ReadonlyArray<Link>
  readonly media: PageMedia
  readonly records: ReadonlyArray<PageRecord>
  readonly document: Partial<DocumentBody> | undefined
}

/** What the caller wants from the page. */
export type Goal = "document" | "links"

/** The parts of a reading. Each is made by one stage; `page` by two, one after the other. */
export type Part = keyof Reading

/** A step from bytes to a Document, as a value. */
export interface Stage<S> {
  /** The eight stages of the API are in the trace; the others are only in spans. */
  readonly name: StageName | "select" | "shell" | "soft_failures"
  /** The part that it makes. A stage whose part nobody wants is skipped. */
  readonly gives: Part
  /** The parts that it is made from. */
  readonly needs: ReadonlyArray<Part>
  /** Only for a page with a tree: not for text, CSV or JSON. */
  readonly isForTrees?: true
  /** Finds the service of the stage, from whatever layer is provided. */
  readonly bind: Effect.Effect<(reading: Reading) => Effect.Effect<Partial<Reading>, PageError>, never, S>
}

/** A page of which nothing is known yet. */
export const unread = (input: PageInput): Reading => {
  const url = new URL(input.finalUrl)
  return {
    page: { input, source: "", url, baseUrl: url, html: empty, known: {}, warnings: [] },
    ...nothing
  }
}

/** Whether the content of the page has been read. */
export const hasContent = ({ content }: Reading): boolean => content !== nothing.content

/** No stage changes a tree. */
const empty = parseHtml("")

const nothing: Omit<Reading, "page"> = {
  content: {
    selection: {
      roots: [],
      isDropped: () => false,
      pageType: "article",
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
    metadata: emptyMetadata,
    rdfa: [],
    robots: [],
    warnings: []
  },
  shell: { isShell: false, evidence: "" },
  softFailures: [],
  links: [],
  media: { images: [], tables: [], media: [] },
  records: [],
  document: undefined
}
