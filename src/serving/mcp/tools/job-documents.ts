import { Schema } from "effect"
import { ScrapePayload } from "../../../contract/api/Pages.ts"
import type { Document, JobDocuments } from "../../../contract/client/index.ts"
import { RepeatsOption } from "../../../core/domain/options/RepeatsOption.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { loadTokenizer } from "../../../extract/chunks/tokenizer.ts"
import { bounds, capacityOf, listPlace, restNote } from "../shared/answer-parts.ts"
import { cutText } from "../shared/cut-text.ts"
import { passages, passageTokens } from "../shared/passages.ts"
import { type Answer, told, type Tool, tool } from "../shared/Tool.ts"
import { jobId } from "./job-tools.ts"

const documentFields = ["url", "title", "markdown", "picture", "data"] as const
const { chunks, query } = ScrapePayload.fields
const passageFields = { chunks, query, repeats: Schema.optionalKey(RepeatsOption) }
/** With a query, the passages of a page have this part of the answer, so that it has those of several pages. */
const shareOfPage = 5
const minPageTokens = 100
/** Documents in one request. */
const batchSize = 20

const name = "crawl_documents"

export const crawlDocuments: Tool = tool(
  {
    name,
    description:
      "Read the stored pages of a job as markdown, oldest first. With query, only the matching passages. While the job runs, more pages can follow.",
    isReadOnly: true,
    fields: { id: jobId, ...passageFields, ...bounds },
    briefs: { repeats: "drop: without text that other pages of the host have too." },
    answer: { documents: "array", cursor: "string?" }
  },
  async ({ chunks, cursor, id, max_tokens, query, repeats }, { client, signal }) => {
    const { after, from } = listPlace(cursor)
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
    const cursorBehind = async (n: number) =>
      (await client.jobs.documents(id, compact({ after, limit: n, fields: ["url" as const], signal })))
        .next_cursor ?? ""
    const parts: Array<string> = []
    const documents: Array<ShownDocument["facts"] & { readonly content: string }> = []
    const answer = (notes: ReadonlyArray<string>, cursor?: string): Answer =>
      told([...parts, ...notes].join("\n\n"), compact({ documents, cursor }))
    for (const [index, document] of page.documents.entries()) {
      const { content, facts, head } = shownOf(document)
      const start = index === 0 ? from : 0
      const { next, part } = cutText(head + content, start, Math.max(1, left), count)
      if (index > 0 && next !== undefined) {
        const cursor = await cursorBehind(index)
        return answer([restNote(name, cursor, "more pages")], cursor)
      }
      parts.push(part)
      documents.push({ ...facts, content: part.slice(Math.max(0, head.length - start)) })
      if (next !== undefined) {
        const cursor = `${after ?? ""}~${next}`
        return answer([restNote(name, cursor)], cursor)
      }
      left -= count(part) + 2
    }
    if (parts.length === 0) {
      parts.push(page.next_cursor === null ? "(The crawl has no more pages.)" : "(No more pages yet.)")
    }
    return page.next_cursor === null ? answer([]) : answer([restNote(name, page.next_cursor)], page.next_cursor)
  }
)

interface ShownDocument {
  readonly facts: Partial<Pick<Document, (typeof documentFields)[number]>>
  /** The facts in words, before the content. */
  readonly head: string
  readonly content: string
}

/** A job can store fewer fields. */
const shownOf = (document: Partial<Document>): ShownDocument => {
  const { data, markdown = "(The crawl did not store markdown.)", picture, title = "", url = "" } = document
  const lines = [
    `===== ${url}`,
    ...(title === "" ? [] : [`Title: ${title}`]),
    ...(picture === undefined ? [] : [`Picture: ${picture.url} (${picture.width} x ${picture.height})`]),
    ...(data === undefined ? [] : [`Data: ${JSON.stringify(data)}`])
  ]
  return {
    facts: compact({ url, title, picture, data }),
    head: `${lines.join("\n")}\n\n`,
    content: document.chunks === undefined ? markdown : passages(document)
  }
}
