import { Schema } from "effect"
import { maxRows } from "../../../contract/api/Paging.ts"
import type { LedgerRow } from "../../../contract/client/index.ts"
import { rightsInWords } from "../../../contract/client/rights-in-words.ts"
import { PageChange, PageOutcome } from "../../../core/domain/job/LedgerRow.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { loadTokenizer } from "../../../extract/chunks/tokenizer.ts"
import { bounds, capacityOf, listPlace, restNote } from "../shared/answer-parts.ts"
import { cutText } from "../shared/cut-text.ts"
import { fitting, type Row } from "../shared/rows.ts"
import { type Answer, told, type Tool, tool } from "../shared/Tool.ts"
import { jobId } from "./job-tools.ts"

export const crawlRecords: Tool = tool(
  {
    name: "crawl_records",
    description: "Read the records (products, list entries, ...) of all stored pages of a job.",
    isReadOnly: true,
    fields: {
      id: jobId,
      type: Schema.optionalKey(Schema.String.annotate({ description: "Only this type, such as Product." })),
      ...bounds
    },
    answer: { records: "array", cursor: "string?" }
  },
  async ({ cursor, id, max_tokens, ...filter }, { client, signal }) => {
    const { next, rows } = await rowsWithin(max_tokens, cursor, async (range) => {
      const { next_cursor, records } = await client.jobs.records(id, compact({ ...filter, ...range, signal }))
      return { next: next_cursor, rows: records.map(jsonRow) }
    })
    const none = next === null ? "(The crawl has no more records.)" : "(No records here yet.)"
    return listed("crawl_records", rows, next, none, (records) => ({ records }))
  }
)

export const crawlTemplates: Tool = tool(
  {
    name: "crawl_templates",
    description:
      "Groups of pages of a job with the same layout, the largest first: pages, URL pattern, examples, fields.",
    isReadOnly: true,
    fields: { id: jobId, ...bounds },
    answer: { templates: "array", cursor: "string?" }
  },
  async ({ cursor, id, max_tokens }, { client, signal }) => {
    const { next, rows } = await rowsWithin(max_tokens, cursor, async (range) => {
      const { next_cursor, templates } = await client.jobs.templates(id, compact({ ...range, signal }))
      return { next: next_cursor, rows: templates.map(jsonRow) }
    })
    return listed("crawl_templates", rows, next, "(The crawl has no templates yet.)", (templates) => ({ templates }))
  }
)

export const crawlLedger: Tool = tool(
  {
    name: "crawl_ledger",
    description: "The outcome of every URL of a job, with the reason: why pages are missing.",
    isReadOnly: true,
    fields: {
      id: jobId,
      outcome: Schema.optionalKey(PageOutcome),
      change: Schema.optionalKey(PageChange),
      ...bounds
    },
    answer: { rows: "array", total: "integer", cursor: "string?" }
  },
  async ({ cursor, id, max_tokens, ...filter }, { client, signal }) => {
    const { next, rows, total } = await rowsWithin(max_tokens, cursor, async (range) => {
      const { ledger, next_cursor, total } = await client.jobs.ledger(id, compact({ ...filter, ...range, signal }))
      return { next: next_cursor, total, rows: ledger.map((row) => ({ line: lineOf(row), value: valueOf(row) })) }
    })
    return listed("crawl_ledger", rows, next, `(No rows. The ledger has ${total} in all.)`, (rows) => ({ rows, total }))
  }
)

interface Rows {
  readonly rows: ReadonlyArray<Row>
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
  const { after } = listPlace(cursor)
  const page = await read({ after, limit: Math.max(1, Math.min(maxRows("records"), Math.floor(max / minRowTokens))) })
  const rows = fitting(page.rows, max, count).map(({ line, value }) => ({
    line: cutText(line, 0, max, count).part,
    value
  }))
  const next = rows.length < page.rows.length ? (await read({ after, limit: rows.length })).next : page.next
  return { ...page, rows, next }
}

/** Tokens of the shortest row. */
const minRowTokens = 20

const listed = (
  name: string,
  rows: ReadonlyArray<Row>,
  next: string | null,
  none: string,
  members: (values: ReadonlyArray<unknown>) => Answer["structured"]
): Answer => {
  const lines = rows.length === 0 ? [none] : rows.map(({ line }) => line)
  const rest = next === null ? [] : ["", restNote(name, next)]
  return told(
    [...lines, ...rest].join("\n"),
    compact({ ...members(rows.map(({ value }) => value)), cursor: next ?? undefined })
  )
}

const jsonRow = (value: unknown): Row => ({ line: JSON.stringify(value), value })

/** The members of a row that say something. */
const valueOf = ({ elapsed_ms: _time, ...row }: LedgerRow) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ""))

const lineOf = (
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
