/** A format in which one page is returned. */
interface Format {
  /** Media type, without parameters. */
  readonly type: string
  /** The field of a Document that is the whole response. Without it, the response is made of several fields. */
  readonly field?: "markdown" | "text" | "content_html"
  /** Completes "Returns ...". */
  readonly description: string
  readonly example?: string
}

/**
 * The formats of a page, the default of the API first. The API (`Accept`), the command line (`--format`), the client,
 * `/openapi.json` and the documentation follow from this table.
 */
export const pageFormats = {
  json: { type: "application/json", description: "the Document as JSON" },
  markdown: {
    type: "text/markdown",
    field: "markdown",
    description: "the content as markdown",
    example: "# How tides are predicted\n\nA tide table is printed a year ahead."
  },
  text: {
    type: "text/plain",
    field: "text",
    description: "the content as plain text",
    example: "How tides are predicted\n\nA tide table is printed a year ahead."
  },
  csv: {
    type: "text/csv",
    description:
      "a row of CSV with the fields of the Document; with fields records the records, with fields tables the largest table",
    example: "url,title\r\nhttps://example.com/tides,How tides are predicted\r\n"
  }
} as const satisfies Readonly<Record<string, Format>>

export type PageFormat = keyof typeof pageFormats

/** Formats that are one field of a Document. */
export type FieldFormat = {
  readonly [F in PageFormat]: (typeof pageFormats)[F] extends { readonly field: string } ? F : never
}[PageFormat]

export const formatNames = Object.keys(pageFormats) as ReadonlyArray<PageFormat>

/** The field that a format consists of. */
export const fieldOfFormat = (format: PageFormat): Format["field"] => {
  const { field }: Format = pageFormats[format]
  return field
}

/** Explains `Accept` of a route that returns one page. */
export const acceptedFormats = `Accept selects the format: ${
  Object.values(pageFormats).map(({ description, type }) => `${type}, ${description}`).join("; ")
}.`
