import { Schema } from "effect"
import { CrawlPayload } from "../../contract/api/CrawlRequest.ts"
import { ScrapePayload } from "../../contract/api/Pages.ts"
import { maxRows } from "../../contract/api/Paging.ts"
import type { Document, Job, JobDocuments, LedgerRow } from "../../contract/client/index.ts"
import { rightsInWords } from "../../contract/client/rights-in-words.ts"
import { PageChange, PageOutcome } from "../../core/domain/job/LedgerRow.ts"
import { RepeatsOption } from "../../core/domain/options/RepeatsOption.ts"
import { jobIdPattern } from "../../core/domain/schema/job-id-pattern.ts"
import { compact } from "../../core/kernel/compact.ts"
import { counted } from "../../core/kernel/counted.ts"
import { loadTokenizer } from "../../extract/chunks/tokenizer.ts"
import { bounds, capacityOf, restNote } from "./answer-parts.ts"
import { cutText } from "./cut-text.ts"
import { passages, passageTokens } from "./passages.ts"
import { text, type Tool, tool, wrongCursor } from "./Tool.ts"

const id = Schema.String.check(Schema.isPattern(jobIdPattern, { message: "must be the id of a job" })).annotate({
  description: "Id of the job that crawl returned."
})

export const crawl: Tool = tool(
  {
    name: "crawl",
    description:
      "Crawl a site from one URL and store its pages. Returns the id of a job immediately; poll crawl_status for its progress, and read its pages with crawl_documents. With dry_run, returns only the plan.",
    isReadOnly: false,
    fields: CrawlPayload.fields
  },
  async (request, { client, signal }) => {
    const { dry_run = false, ...rest } = request
    if (dry_run) return [text(JSON.stringify(await client.dryRun(rest, { signal }), null, 1))]
    const job = await client.crawl(rest, { signal }).job
    return [text(`${jobText(job)}\nCall crawl_status with id "${job.id}" to follow it.`)]
  }
)

export const crawlStatus: Tool = tool(
  {
    name: "crawl_status",
    description: "Progress of a crawl: status, counters, latest errors.",
    isReadOnly: true,
    fields: { id }
  },
  async ({ id }, { client, signal }) => [text(jobText(await client.jobs.get(id, { signal })))]
)

export const crawlCancel: Tool = tool(
  {
    name: "crawl_cancel",
    description: "Cancel a crawl. The pages stored so far can still be read.",
    isReadOnly: false,
    fields: { id }
  },
  async ({ id }, { client, signal }) => [text(jobText(await client.jobs.cancel(id, { signal })))]
)

const maxErrors = 10

const jobText = ({ document_count, errors, id, notes, stats, status, url }: Job): string =>
  [
    `Job: ${id}`,
    `Seed: ${url}`,
    `Status: ${status}`,
    `Pages: ${Object.entries(stats).map(([name, count]) => `${count} ${name}`).join(", ")}; ${
      counted(document_count, "document")
    } to read.`,
    ...notes.map((note) => `Note: ${note}`),
    ...(errors.length === 0 ? [] : ["Newest errors (crawl_ledger has all):"]),
    ...errors.slice(-maxErrors).map((error) => `- ${error.url}: ${error.message} (${error.code})`)
  ].join("\n")

const documentFields = ["url", "title", "markdown", "picture"] as const
const { chunks, query } = ScrapePayload.fields
const passageFields = { chunks, query, repeats: Schema.optionalKey(RepeatsOption) }
/** With a query, the passages of a page have this part of the answer, so that it has those of several pages. */
const shareOfPage = 5
const minPageTokens = 100
/** Documents in one request. */
const batchSize = 20

/** A position in a list and in its first item: `CURSOR` or `CURSOR~CHARACTERS`. Empty at the start of the list. */
const placeIn = (cursor: string | undefined): { readonly after: string | undefined; readonly from: number } => {
  const match = /^([\w-]{0,64})(?:~(\d{1,9}))?$/.exec(cursor ?? "")
  if (match === null || cursor === "") throw wrongCursor()
  const [, after = "", from = "0"] = match
  return { after: after === "" ? undefined : after, from: Number(from) }
}

export const crawlDocuments: Tool = tool(
  {
    name: "crawl_documents",
    description:
      "Read the stored pages of a crawl as markdown, oldest first. With query, returns only the matching passages of each page. While the crawl runs, more pages can follow.",
    isReadOnly: true,
    fields: { id, ...passageFields, ...bounds }
  },
  async ({ chunks, cursor, id, max_tokens, query, repeats }, { client, signal }) => {
    const { after, from } = placeIn(cursor)
    const count = await loadTokenizer()
    let left = capacityOf(max_tokens)
    const options = {
      chunks,
      query,
      repeats,
      max_tokens: query === undefined ? undefined : passageTokens(Math.max(minPageTokens, left / shareOfPage))
    }
    const page: JobDocuments = await client.jobs.documents(
      id,
      compact({ ...options, after, limit: batchSize, fields: documentFields, signal })
    )
    const cursorBehind = async (documents: number) =>
      (await client.jobs.documents(id, compact({ after, limit: documents, fields: ["url" as const], signal })))
        .next_cursor
    const parts: Array<string> = []
    for (const [index, document] of page.documents.entries()) {
      // Jobs can store fewer fields.
      const { markdown = "(The crawl did not store markdown.)", picture, title = "", url = "" }: Partial<Document> =
        document
      const content = document.chunks === undefined ? markdown : passages(document)
      const facts = [
        ...(title === "" ? [] : [`Title: ${title}`]),
        ...(picture === undefined ? [] : [`Picture: ${picture.url} (${picture.width} x ${picture.height})`])
      ]
      const shown = [`===== ${url}`, ...facts, "", content].join("\n")
      const start = index === 0 ? from : 0
      const { next, part } = cutText(shown, start, Math.max(1, left), count)
      if (index > 0 && next !== undefined) {
        const rest = restNote("crawl_documents", (await cursorBehind(index)) ?? "", "more pages")
        return [text([...parts, rest].join("\n\n"))]
      }
      parts.push(part)
      if (next !== undefined) {
        return [text([...parts, restNote("crawl_documents", `${after ?? ""}~${next}`)].join("\n\n"))]
      }
      left -= count(part) + 2
    }
    if (parts.length === 0) {
      parts.push(page.next_cursor === null ? "(The crawl has no more pages.)" : "(No more pages yet.)")
    }
    if (page.next_cursor !== null) parts.push(restNote("crawl_documents", page.next_cursor))
    return [text(parts.join("\n\n"))]
  }
)

export const crawlRecords: Tool = tool(
  {
    name: "crawl_records",
    description:
      "Read the structured records (products, list entries, ...) of all stored pages of a crawl, one JSON object per line.",
    isReadOnly: true,
    fields: {
      id,
      type: Schema.optionalKey(
        Schema.String.annotate({ description: "Only records with this type, such as Product." })
      ),
      ...bounds
    }
  },
  async ({ cursor, id, max_tokens, ...filter }, { client, signal }) => {
    const { lines, next } = await rowsWithin(max_tokens, cursor, async (range) => {
      const { next_cursor, records } = await client.jobs.records(id, compact({ ...filter, ...range, signal }))
      return { next: next_cursor, lines: records.map((record) => JSON.stringify(record)) }
    })
    const none = next === null ? "(The crawl has no more records.)" : "(No records here yet.)"
    const rest = next === null ? [] : ["", restNote("crawl_records", next)]
    return [text([...(lines.length === 0 ? [none] : lines), ...rest].join("\n"))]
  }
)

export const crawlTemplates: Tool = tool(
  {
    name: "crawl_templates",
    description:
      "Groups of pages of a crawl with the same layout, the largest first, one JSON object per line: number of pages, URL pattern, examples, fields and records.",
    isReadOnly: true,
    fields: { id, ...bounds }
  },
  async ({ cursor, id, max_tokens }, { client, signal }) => {
    const { lines, next } = await rowsWithin(max_tokens, cursor, async (range) => {
      const { next_cursor, templates } = await client.jobs.templates(id, compact({ ...range, signal }))
      return { next: next_cursor, lines: templates.map((template) => JSON.stringify(template)) }
    })
    const rest = next === null ? [] : ["", restNote("crawl_templates", next)]
    return [text(lines.length === 0 ? "(The crawl has no templates yet.)" : [...lines, ...rest].join("\n"))]
  }
)

export const crawlLedger: Tool = tool(
  {
    name: "crawl_ledger",
    description:
      "The outcome of every URL in a crawl: stored, duplicate, skipped or failed, with the reason. Filter by outcome to see why pages are missing.",
    isReadOnly: true,
    fields: {
      id,
      outcome: Schema.optionalKey(PageOutcome),
      change: Schema.optionalKey(PageChange),
      ...bounds
    }
  },
  async ({ cursor, id, max_tokens, ...filter }, { client, signal }) => {
    const { lines, next, total } = await rowsWithin(max_tokens, cursor, async (range) => {
      const { ledger, next_cursor, total } = await client.jobs.ledger(id, compact({ ...filter, ...range, signal }))
      return { next: next_cursor, lines: ledger.map(rowText), total }
    })
    const rest = next === null ? [] : ["", restNote("crawl_ledger", next)]
    return [text(lines.length === 0 ? `(No rows. The ledger has ${total} in all.)` : [...lines, ...rest].join("\n"))]
  }
)

interface Rows {
  readonly lines: ReadonlyArray<string>
  readonly next: string | null
}

/** The rows of a list that fit into an answer, one at least, and the cursor of the next one. */
const rowsWithin = async <R extends Rows>(
  maxTokens: number | undefined,
  cursor: string | undefined,
  read: (range: { readonly after: string | undefined; readonly limit: number }) => Promise<R>
): Promise<R> => {
  const count = await loadTokenizer()
  const max = capacityOf(maxTokens)
  const { after } = placeIn(cursor)
  const page = await read({ after, limit: Math.max(1, Math.min(maxRows("records"), Math.floor(max / minRowTokens))) })
  const lines: Array<string> = []
  let left = max
  for (const line of page.lines) {
    const tokens = count(line) + 1
    if (lines.length > 0 && tokens > left) break
    lines.push(cutText(line, 0, max, count).part)
    left -= tokens
  }
  const next = lines.length < page.lines.length ? (await read({ after, limit: lines.length })).next : page.next
  return { ...page, lines, next }
}

/** Tokens of the shortest row. */
const minRowTokens = 20

const rowText = (
  { change, code, depth, duplicate_of, found_on, outcome, redirected_to, rights, status, url }: LedgerRow
): string =>
  [
    `- ${outcome}${code === "" ? "" : ` (${code})`} ${url}`,
    `status ${status}`,
    `depth ${depth}`,
    ...(change === undefined ? [] : [`change ${change}`]),
    ...(duplicate_of === undefined ? [] : [`duplicate of ${duplicate_of}`]),
    ...(redirected_to === undefined ? [] : [`redirected to ${redirected_to}`]),
    ...(rights === undefined ? [] : rightsInWords(rights)),
    ...(found_on === "" ? [] : [`found on ${found_on}`])
  ].join(", ")
