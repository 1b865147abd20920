import { Effect, Option, Struct } from "effect"
import { fileFields } from "../../../contract/client/files/markdown-file.ts"
import type { Document } from "../../../core/domain/document/Document.ts"
import type { DocumentField } from "../../../core/domain/document/DocumentField.ts"
import type { LedgerRow } from "../../../core/domain/job/LedgerRow.ts"
import type { JobFiles } from "../job-files/job-flags.ts"
import { mirrorFields, openMirror } from "../mirror/Mirror.ts"
import type { CommandFailed } from "../output/exit-codes.ts"
import { llmsFields, llmsFullFields, openLlmsFull, openLlmsTxt } from "../site/LlmsTxt.ts"
import { rootHost } from "../site/markdown-path.ts"
import { openMarkdownFolder } from "../site/MarkdownFolder.ts"

/** Files that a job writes from its pages, other than JSON Lines. */
export interface PageSink {
  readonly page: (document: Document) => Effect.Effect<void, CommandFailed>
  /** Called once, after the last page. `isComplete` is false for an interrupted job. */
  readonly end: (
    rows: Effect.Effect<ReadonlyArray<LedgerRow>, CommandFailed>,
    isComplete: boolean
  ) => Effect.Effect<void, CommandFailed>
}

/** The flags of such files, and the fields of a Document that each needs. */
export const outputFields = {
  markdown: fileFields,
  mirror: mirrorFields,
  llmsTxt: llmsFields,
  llmsFull: llmsFullFields
} as const satisfies Partial<Record<keyof JobFiles, ReadonlyArray<DocumentField>>>

export type OutputName = keyof typeof outputFields

/** The flags that were given. */
export const givenOutputs = (files: Pick<JobFiles, OutputName>): ReadonlyArray<OutputName> =>
  Struct.keys(outputFields).filter((name) => Option.isSome(files[name]))

/** `urls`: the seed of a crawl, or the URLs of a batch. */
export const openSinks = Effect.fnUntraced(function*(files: Pick<JobFiles, OutputName>, urls: ReadonlyArray<URL>) {
  const sinks: Array<PageSink> = []
  if (Option.isSome(files.markdown)) {
    const folder = yield* openMarkdownFolder(files.markdown.value, rootHost(urls))
    sinks.push({ page: folder.page, end: (rows) => Effect.flatMap(rows, folder.end) })
  }
  if (Option.isSome(files.mirror)) {
    const mirror = yield* openMirror(files.mirror.value)
    sinks.push({
      page: mirror.page,
      end: (rows, isComplete) => Effect.flatMap(rows, (rows) => mirror.end(rows, isComplete))
    })
  }
  if (Option.isSome(files.llmsTxt)) {
    const file = yield* openLlmsTxt(files.llmsTxt.value)
    sinks.push({ page: file.page, end: () => file.end })
  }
  if (Option.isSome(files.llmsFull)) {
    const file = yield* openLlmsFull(files.llmsFull.value)
    sinks.push({ page: file.page, end: () => file.end })
  }
  return sinks
})
