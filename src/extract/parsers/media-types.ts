/** The media types of each parser, in lower case, in the order of the health answer. */
const typesOf = {
  html: ["text/html", "application/xhtml+xml"],
  pdf: ["application/pdf"],
  docx: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  odt: ["application/vnd.oasis.opendocument.text"],
  text: ["text/plain"],
  markdown: ["text/markdown", "text/x-markdown"],
  csv: ["text/csv", "text/tab-separated-values"],
  json: [
    "application/json",
    "text/json",
    "application/ld+json",
    "application/feed+json",
    "application/manifest+json",
    "application/geo+json"
  ],
  xml: ["application/rss+xml", "application/atom+xml", "application/rdf+xml", "text/xml", "application/xml"]
} as const

export type ParserName = keyof typeof typesOf

export const mediaTypes: ReadonlyArray<string> = Object.values(typesOf).flat()

// The type of `Object.entries` loses the keys.
const parserNames = new Map(
  Object.entries(typesOf).flatMap(([name, types]) => types.map((type) => [type as string, name as ParserName] as const))
)

/** The parser of a media type. A structured suffix (RFC 6839) falls back to its syntax. */
export const parserName = (mediaType: string): ParserName | undefined => {
  const exact = parserNames.get(mediaType)
  if (exact !== undefined) return exact
  if (mediaType.endsWith("+json")) return "json"
  return mediaType.endsWith("+xml") && mediaType !== "image/svg+xml" ? "xml" : undefined
}
