import { Schema } from "effect"
import { DiscoverPayload, ScrapePayload } from "../api/Pages.ts"
import { ScreenshotPayload } from "../api/Pictures.ts"
import type { Document, DocumentField } from "../client/index.ts"
import { cutText } from "./cut-text.ts"
import { type Cursor, cursorIn, digestOf } from "./PagedTexts.ts"
import { type Call, type Content, text, type Tool, tool, ToolFault, wrongCursor } from "./Tool.ts"

export const defaultCharacters = 20_000
const maxCharacters = 200_000

/** The options of an answer in parts. */
export const bounds = {
  max_characters: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 500, maximum: maxCharacters })).annotate({
      description: `How long the answer may be. Default ${defaultCharacters}.`,
      default: defaultCharacters
    })
  ),
  cursor: Schema.optionalKey(
    Schema.String.annotate({
      description: "The cursor at the end of an answer that was cut. It continues that answer."
    })
  )
}

/** The note at the end of an answer that was cut. */
export const restNote = (name: string, cursor: string): string =>
  `[The answer was cut here. Call ${name} with the same arguments and cursor "${cursor}" for the rest.]`

const { fields: _fields, include_html: _html, ...scrapeFields } = ScrapePayload.fields

/** The fields of the Document that the answer shows. */
const scraped = ["url", "final_url", "status", "title", "published_date", "markdown", "records", "trace"] as const

export const scrape: Tool = tool(
  {
    name: "scrape",
    description:
      "Fetch one web page and return its main content as markdown. Obeys robots.txt and waits between requests to a site. A page that needs JavaScript is rendered. With extract, the records it describes come too.",
    isReadOnly: true,
    fields: { ...scrapeFields, ...bounds }
  },
  async ({ cursor, max_characters, ...request }, call) => {
    const place = cursor === undefined ? undefined : placeIn(cursor)
    const cached = place === undefined ? undefined : call.pagedTexts.get(call.owner, place)
    const whole = cached ?? shownPage(await call.client.scrape({ ...request, fields: scraped }, call))
    if (place !== undefined && cached === undefined && digestOf(whole) !== place.digest) {
      throw new ToolFault({
        message: "The page has changed since its first part was read. Call scrape without cursor."
      })
    }
    return [text(partOf("scrape", whole, place?.next ?? 0, max_characters, call))]
  }
)

const placeIn = (cursor: string): Cursor => {
  const place = cursorIn(cursor)
  if (place === undefined) throw wrongCursor()
  return place
}

/** The part of a text from `from` on. Caches the text if there is another part. */
const partOf = (
  name: string,
  whole: string,
  from: number,
  maxLength: number | undefined,
  { owner, pagedTexts }: Call
): string => {
  const { next, part } = cutText(whole, from, maxLength ?? defaultCharacters)
  return next === undefined ? part : `${part}\n\n${restNote(name, pagedTexts.put(owner, whole, next))}`
}

type Scraped = Pick<Document, Extract<DocumentField, (typeof scraped)[number]>>

const shownPage = ({ final_url, markdown, published_date, records, status, title, trace, url }: Scraped): string => {
  const own = records.filter(({ source }) => source === "selectors")
  const lines = [
    ...(title === "" ? [] : [`Title: ${title}`]),
    `URL: ${final_url}${final_url === url ? "" : ` (redirected from ${url})`}`,
    ...(published_date === "" ? [] : [`Published: ${published_date}`]),
    ...(status === 200 ? [] : [`Status: ${status}`]),
    ...trace.warnings.map(({ message }) => `Warning: ${message}`)
  ]
  const found = own.length === 0 ? [] : ["", "Records:", ...own.map((record) => JSON.stringify(record))]
  return [...lines, ...found, "", markdown === "" ? "(The page has no content.)" : markdown].join("\n")
}

export const discover: Tool = tool(
  {
    name: "discover",
    description:
      "List every link of one web page: its text, whether it stays within the site, and how many there are. Use it to find the pages to scrape.",
    isReadOnly: true,
    fields: { ...DiscoverPayload.fields, ...bounds }
  },
  async ({ cursor, max_characters, ...request }, call) => {
    if (cursor !== undefined) {
      const place = placeIn(cursor)
      const cached = call.pagedTexts.get(call.owner, place)
      if (cached !== undefined) return [text(partOf("discover", cached, place.next, max_characters, call))]
      throw new ToolFault({ message: "The rest is no longer kept. Call discover without cursor." })
    }
    const { counts, final_url, links, status } = await call.client.discover(request, call)
    const whole = [
      `URL: ${final_url}`,
      ...(status === 200 ? [] : [`Status: ${status}`]),
      `Links: ${counts.total} (${counts.internal} internal, ${counts.external} external), ${counts.returned} listed.`,
      "",
      ...links.map((link) =>
        `- ${link.url}${link.text === "" ? "" : ` "${link.text}"`}${link.internal ? "" : " (external)"}${
          link.nofollow ? " (nofollow)" : ""
        }`
      )
    ].join("\n")
    return [text(partOf("discover", whole, 0, max_characters, call))]
  }
)

/** Bytes. Pictures are in answers as base64, and use up an agent's context. */
const maxPicture = 4 * 1024 * 1024

export const screenshot: Tool = tool(
  {
    name: "screenshot",
    description: "Take a picture of one web page, as a browser shows it. Use scrape to read a page.",
    isReadOnly: true,
    fields: ScreenshotPayload.fields
  },
  async (request, call) => {
    const { bytes, content_type, status, url } = await call.client.screenshot(request, call)
    if (bytes.length > maxPicture) {
      throw new ToolFault({
        message:
          `The picture has ${bytes.length} bytes; an answer may have ${maxPicture}. Use format webp or jpeg, a smaller width and height, or leave full_page out.`
      })
    }
    const picture: Content = content_type.startsWith("image/")
      ? { type: "image", data: bytes, mimeType: content_type }
      : { type: "resource", resource: { uri: url, mimeType: content_type, blob: bytes } }
    return [picture, text(`URL: ${url}${status === 200 ? "" : `\nStatus: ${status}`}`)]
  }
)
