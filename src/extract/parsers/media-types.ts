/** The media types that each parser reads: essences, lower case, in the order in which the health answer lists them. */
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

// `Object.entries` forgets what the keys are.
const parserNames = new Map(
  Object.entries(typesOf).flatMap(([name, types]) => types.map((type) => [type as string, name as ParserName] as const))
)

/** Which parser reads a media type; structured suffixes (RFC 6839) fall back to their syntax. */
export const parserName = (mediaType: string): ParserName | undefined => {
  const exact = parserNames.get(mediaType)
  if (exact !== undefined) return exact
  if (mediaType.endsWith("+json")) return "json"
  return mediaType.endsWith("+xml") && mediaType !== "image/svg+xml" ? "xml" : undefined
}
