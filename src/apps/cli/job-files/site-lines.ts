import { Effect, FileSystem, Schema, Stream } from "effect"
import { Document } from "../../../core/domain/document/Document.ts"
import { fileFault } from "../../../core/kernel/file-fault.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { boundedLines } from "../../../crawling/stores/files/bounded-lines.ts"
import { maxLineLength } from "../../../crawling/stores/files/ledger-lines.ts"
import { encodeLines, LineHashes } from "../../../extract/fingerprint/LineHashes.ts"
import { pageLines } from "../../../extract/fingerprint/page-lines.ts"
import { SampledPages } from "../../../extract/fingerprint/SampledPages.ts"
import { failed } from "../output/exit-codes.ts"

const { final_url, text } = Document.fields
const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Struct({ final_url, text })))

/** Lines that the pages of a host have, from the JSON Lines of a crawl, with the number of these pages. */
export const siteLines = Effect.fnUntraced(function*(file: string, host: string) {
  const fs = yield* FileSystem.FileSystem
  const pages: Array<LineHashes> = []
  yield* boundedLines(fs.stream(file), maxLineLength).pipe(
    Stream.mapError((error) =>
      failed(`${file} cannot be read: ${error._tag === "LineTooLong" ? "a line is too long" : fileFault(error)}`)
    ),
    Stream.runForEach((line) =>
      Effect.match(decode(line), {
        onFailure: () => undefined,
        onSuccess: (page) => {
          if (!URL.canParse(page.final_url) || new URL(page.final_url).hostname !== host) return
          pages.push(new LineHashes(encodeLines(pageLines({ selection: {}, text: page.text }))))
        }
      })
    )
  )
  if (pages.length === 0) return yield* failed(`${file} has no pages of ${host} with final_url and text.`)
  return (yield* inSlices(() => SampledPages.of(pages))).repetitions()
})
