import { hasOfficePeer } from "./office/office-peer.ts"

/** The media types of each parser, in lower case, in the order of the health answer. */
const typesOf = {
  html: ["text/html", "application/xhtml+xml"],
  pdf: ["application/pdf"],
  docx: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  odt: ["application/vnd.oasis.opendocument.text"],
  anydoc: [
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.ms-excel.sheet.macroenabled.12",
    "application/vnd.ms-excel.sheet.binary.macroenabled.12",
    "application/vnd.ms-excel",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
    "application/vnd.ms-powerpoint",
    "application/msword",
    "application/rtf",
    "text/rtf",
    "application/epub+zip",
    "application/vnd.oasis.opendocument.spreadsheet",
    "application/vnd.oasis.opendocument.presentation"
  ],
  text: ["text/plain"],
  markdown: ["text/markdown", "text/x-markdown"],
  csv: ["text/csv", "text/tab-separated-values"],
  image: ["image/png", "image/jpeg", "image/webp", "image/gif", "image/bmp", "image/tiff"],
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

/** The media types that this installation reads. Some need an optional peer. `hasOcr`: images are read. */
export const readableTypes = ({ hasOcr = false, hasOffice = hasOfficePeer() } = {}): ReadonlyArray<string> =>
  Object.entries(typesOf).flatMap(([name, types]) =>
    name === "anydoc" && !hasOffice || name === "image" && !hasOcr ? [] : types
  )

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
