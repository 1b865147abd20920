import { DiscoverPayload, ScrapePayload } from "../../contract/api/Pages.ts"
import { ScreenshotPayload } from "../../contract/api/Pictures.ts"
import type { Document, DocumentField } from "../../contract/client/index.ts"
import { requestOptions } from "../../core/domain/options/RequestOptions.ts"
import { bounds, capacityOf, partOf, placeIn, restOf } from "./answer-parts.ts"
import { digestOf } from "./PagedTexts.ts"
import { passages, passageTokens } from "./passages.ts"
import { type Content, text, type Tool, tool, ToolFault } from "./Tool.ts"

/** A step may send a form, so actions have a tool of their own. */
const { actions: _actions, fields: _fields, include_html: _html, ...scrapeFields } = ScrapePayload.fields

/** The fields of the Document that the answer shows. */
const scraped = [
  "url",
  "final_url",
  "status",
  "title",
  "published_date",
  "image",
  "markdown",
  "records",
  "trace"
] as const

export const scrape: Tool = tool(
  {
    name: "scrape",
    description:
      "Fetch one web page and return its main content as markdown. Obeys robots.txt and waits between requests to a site. A page that needs JavaScript is rendered. With extract, includes the records that it describes. With schema, includes the data that it describes. With query, returns only the matching passages.",
    isReadOnly: true,
    fields: { ...scrapeFields, ...bounds }
  },
  async ({ cursor, max_tokens, ...request }, call) => {
    const place = cursor === undefined ? undefined : placeIn(cursor)
    const cached = place === undefined ? undefined : call.pagedTexts.get(call.owner, place)
    const budget = request.query === undefined ? {} : { max_tokens: passageTokens(capacityOf(max_tokens)) }
    const whole = cached ?? shownPage(await call.client.scrape({ ...request, ...budget, fields: scraped }, call))
    if (place !== undefined && cached === undefined && digestOf(whole) !== place.digest) {
      throw new ToolFault({
        message: "The page has changed since its first part was read. Call scrape without cursor."
      })
    }
    return [text(await partOf("scrape", whole, place?.next ?? 0, max_tokens, call))]
  }
)

export const interact: Tool = tool(
  {
    name: "interact",
    description:
      "Open one web page in a browser, perform actions on it (click, type, press, select, hover, scroll, scroll_until, wait_for, wait_ms, screenshot), and return its main content as markdown, and its pictures. Use it for content behind a button, a form or a scroll; use scrape otherwise. A failed step is a warning.",
    isReadOnly: false,
    fields: {
      ...scrapeFields,
      ...bounds,
      actions: requestOptions.actions.schema.annotate({ description: requestOptions.actions.about })
    }
  },
  async ({ cursor, max_tokens, ...request }, call) => {
    if (cursor !== undefined) return [text(await restOf("interact", cursor, max_tokens, call))]
    const budget = request.query === undefined ? {} : { max_tokens: passageTokens(capacityOf(max_tokens)) }
    const page = await call.client.scrape({ ...request, ...budget, fields: [...scraped, "pictures"] }, call)
    const pictures = (page.pictures ?? []).map(({ data, media_type }): Content => ({
      type: "image",
      data: Buffer.from(data, "base64"),
      mimeType: media_type
    }))
    return [text(await partOf("interact", shownPage(page), 0, max_tokens, call)), ...pictures]
  }
)

type Scraped = Pick<Document, Extract<DocumentField, (typeof scraped)[number] | "data" | "chunks" | "chunks_left_out">>

const shownPage = (page: Scraped): string => {
  const { data, final_url, image, markdown, published_date, records, status, title, trace, url } = page
  const own = records.filter(({ source }) => source === "selectors")
  const lines = [
    ...(title === "" ? [] : [`Title: ${title}`]),
    `URL: ${final_url}${final_url === url ? "" : ` (redirected from ${url})`}`,
    ...(published_date === "" ? [] : [`Published: ${published_date}`]),
    ...(image === "" ? [] : [`Image: ${image}`]),
    ...(status === 200 ? [] : [`Status: ${status}`]),
    ...trace.warnings.map(({ message }) => `Warning: ${message}`)
  ]
  const found = own.length === 0 ? [] : ["", "Records:", ...own.map((record) => JSON.stringify(record))]
  const described = data === undefined ? [] : ["", "Data:", JSON.stringify(data)]
  const content = page.chunks === undefined ? markdown : passages(page)
  return [...lines, ...described, ...found, "", content === "" ? "(The page has no content.)" : content].join("\n")
}

export const discover: Tool = tool(
  {
    name: "discover",
    description:
      "List every link of one web page, with its text and whether it is internal, and the number of links. Use it to find pages to scrape.",
    isReadOnly: true,
    fields: { ...DiscoverPayload.fields, ...bounds }
  },
  async ({ cursor, max_tokens, ...request }, call) => {
    if (cursor !== undefined) return [text(await restOf("discover", cursor, max_tokens, call))]
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
    return [text(await partOf("discover", whole, 0, max_tokens, call))]
  }
)

const { actions: _steps, ...pictureFields } = ScreenshotPayload.fields

/** Bytes. Pictures are in answers as base64, and use up an agent's context. */
const maxPicture = 4 * 1024 * 1024

export const screenshot: Tool = tool(
  {
    name: "screenshot",
    description: "Take a screenshot of one web page. Use scrape to read a page.",
    isReadOnly: true,
    fields: pictureFields
  },
  async (request, call) => {
    const { bytes, content_type, status, url, warning } = await call.client.screenshot(request, call)
    if (bytes.length > maxPicture) {
      throw new ToolFault({
        message:
          `The picture has ${bytes.length} bytes; an answer may have ${maxPicture}. Use format webp or jpeg, a smaller width and height, or leave full_page out.`
      })
    }
    const picture: Content = content_type.startsWith("image/")
      ? { type: "image", data: bytes, mimeType: content_type }
      : { type: "resource", resource: { uri: url, mimeType: content_type, blob: bytes } }
    return [
      picture,
      text(
        [
          `URL: ${url}`,
          ...(status === 200 ? [] : [`Status: ${status}`]),
          ...(warning === "" ? [] : [`Warning: ${warning}`])
        ].join("\n")
      )
    ]
  }
)
