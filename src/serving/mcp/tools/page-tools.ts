import { ScrapePayload } from "../../../contract/api/Pages.ts"
import { ScreenshotPayload } from "../../../contract/api/Pictures.ts"
import type { Document, DocumentField } from "../../../contract/client/index.ts"
import { requestOptions } from "../../../core/domain/options/RequestOptions.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { bounds, capacityOf, partOf, placeIn, restOf, type TextPart } from "../shared/answer-parts.ts"
import { digestOf } from "../shared/PagedTexts.ts"
import { passages, passageTokens } from "../shared/passages.ts"
import { type Answer, type Content, text, told, type Tool, tool, ToolFault } from "../shared/Tool.ts"

/** Members of a page in a structured answer. The rest of a page has only its content. */
const pageMembers = {
  url: "string?",
  title: "string?",
  content: "string",
  data: "any?",
  records: "array?",
  cursor: "string?"
} as const

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
      "Fetch one web page and return its main content as markdown; with extract also records, with schema also data. A page that needs JavaScript is rendered.",
    isReadOnly: true,
    fields: { ...scrapeFields, ...bounds },
    answer: pageMembers
  },
  async ({ cursor, max_tokens, ...request }, call) => {
    const place = cursor === undefined ? undefined : placeIn(cursor)
    const cached = place === undefined ? undefined : call.pagedTexts.get(call.owner, place)
    const budget = request.query === undefined ? {} : { max_tokens: passageTokens(capacityOf(max_tokens)) }
    if (place !== undefined && cached !== undefined) {
      return restAnswer(await partOf("scrape", { whole: cached, from: place.next }, max_tokens, call))
    }
    const page = shownPage(await call.client.scrape({ ...request, ...budget, fields: scraped }, call))
    if (place !== undefined && digestOf(page.whole) !== place.digest) {
      throw new ToolFault({
        message: "The page has changed since its first part was read. Call scrape without cursor."
      })
    }
    const part = await partOf("scrape", { whole: page.whole, from: place?.next ?? 0 }, max_tokens, call)
    return place === undefined ? pageAnswer(page, part) : restAnswer(part)
  }
)

export const interact: Tool = tool(
  {
    name: "interact",
    description:
      "Open one web page in a browser, perform actions on it, and return its content and pictures. For content behind a button, a form or a scroll; otherwise use scrape, whose options it takes too. A failed step is a warning.",
    isReadOnly: false,
    fields: {
      ...scrapeFields,
      ...bounds,
      actions: requestOptions.actions.schema
    },
    listed: ["url", "actions", "query", "schema", "max_tokens", "cursor"],
    answer: pageMembers
  },
  async ({ cursor, max_tokens, ...request }, call) => {
    if (cursor !== undefined) {
      return restAnswer(await partOf("interact", restOf("interact", cursor, call), max_tokens, call))
    }
    const budget = request.query === undefined ? {} : { max_tokens: passageTokens(capacityOf(max_tokens)) }
    const page = await call.client.scrape({ ...request, ...budget, fields: [...scraped, "pictures"] }, call)
    const pictures = (page.pictures ?? []).map(({ data, media_type }): Content => ({
      type: "image",
      data: Buffer.from(data, "base64"),
      mimeType: media_type
    }))
    const shown = shownPage(page)
    const answer = pageAnswer(shown, await partOf("interact", { whole: shown.whole, from: 0 }, max_tokens, call))
    return { ...answer, content: [...answer.content, ...pictures] }
  }
)

type Scraped = Pick<Document, Extract<DocumentField, (typeof scraped)[number] | "data" | "chunks" | "chunks_left_out">>

interface ShownPage {
  readonly facts: Readonly<Record<string, unknown>>
  /** Data and records, which count against the tokens of an answer. */
  readonly described: Readonly<Record<string, unknown>>
  /** Characters of the whole before the content. */
  readonly headLength: number
  readonly whole: string
}

const shownPage = (page: Scraped): ShownPage => {
  const { data, final_url, image, markdown, published_date, records, status, title, trace, url } = page
  const own = records.filter(({ source }) => source === "selectors")
  const warnings = trace.warnings.map(({ message }) => message)
  const head = [
    ...(title === "" ? [] : [`Title: ${title}`]),
    `URL: ${final_url}${final_url === url ? "" : ` (redirected from ${url})`}`,
    ...(published_date === "" ? [] : [`Published: ${published_date}`]),
    ...(image === "" ? [] : [`Image: ${image}`]),
    ...(status === 200 ? [] : [`Status: ${status}`]),
    ...warnings.map((message) => `Warning: ${message}`),
    ...(data === undefined ? [] : ["", "Data:", JSON.stringify(data)]),
    ...(own.length === 0 ? [] : ["", "Records:", ...own.map((record) => JSON.stringify(record))]),
    "",
    ""
  ].join("\n")
  const content = page.chunks === undefined ? markdown : passages(page)
  return {
    facts: compact({
      url: final_url,
      status,
      title,
      published_date: published_date === "" ? undefined : published_date,
      image: image === "" ? undefined : image,
      warnings: warnings.length === 0 ? undefined : warnings
    }),
    described: compact({ data, records: own.length === 0 ? undefined : own }),
    headLength: head.length,
    whole: head + (content === "" ? "(The page has no content.)" : content)
  }
}

/** The first part of a page. Data and records that do not fit are only in the content, as are their next parts. */
const pageAnswer = ({ described, facts, headLength }: ShownPage, { cursor, part, words }: TextPart): Answer =>
  told(
    words,
    compact({
      ...facts,
      ...(part.length < headLength ? { content: part } : { ...described, content: part.slice(headLength) }),
      cursor
    })
  )

const restAnswer = ({ cursor, part, words }: TextPart): Answer => told(words, compact({ content: part, cursor }))

const { actions: _steps, ...pictureFields } = ScreenshotPayload.fields

/** Bytes. Pictures are in answers as base64, and use up an agent's context. */
const maxPicture = 4 * 1024 * 1024

export const screenshot: Tool = tool(
  {
    name: "screenshot",
    description: "Take a screenshot of one web page. Use scrape to read a page.",
    isReadOnly: true,
    fields: pictureFields,
    answer: { url: "string", status: "integer", warning: "string?" }
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
    const words = [
      `URL: ${url}`,
      ...(status === 200 ? [] : [`Status: ${status}`]),
      ...(warning === "" ? [] : [`Warning: ${warning}`])
    ]
    return {
      content: [picture, text(words.join("\n"))],
      structured: compact({ url, status, warning: warning === "" ? undefined : warning })
    }
  }
)
