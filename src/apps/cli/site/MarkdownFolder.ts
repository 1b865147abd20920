import { Effect, FileSystem, Stream } from "effect"
import { join } from "node:path"
import { type FilePage, markdownFile } from "../../../contract/client/files/markdown-file.ts"
import { isUnchanged, type LedgerRow } from "../../../core/domain/job/LedgerRow.ts"
import { withoutTracking } from "../../../core/domain/job/tracking-parameters.ts"
import { canonical, httpUrl } from "../../../core/domain/WebUrl.ts"
import { boundedLines } from "../../../crawling/stores/files/bounded-lines.ts"
import { maxLineLength } from "../../../crawling/stores/files/ledger-lines.ts"
import { failed } from "../output/exit-codes.ts"
import { cannotWrite } from "../output/output.ts"
import { writeInside } from "../output/write-inside.ts"
import { mapMarkdownLinks } from "./map-markdown-links.ts"
import { markdownPath } from "./markdown-path.ts"
import { relativeLink } from "./relative-link.ts"
import { SitePaths } from "./SitePaths.ts"

/**
 * A folder of markdown with one file for each page of a job, created if missing. New files are written as the pages
 * come. `end` makes links between the files relative, and replaces changed files of an earlier job.
 */
export const openMarkdownFolder = Effect.fnUntraced(function*(folder: string, root: string | undefined) {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.mapError(fs.makeDirectory(folder, { recursive: true }), cannotWrite(folder))
  const paths = new SitePaths()
  const pages = yield* pagesUntilEnd
  const read = (file: string) => Effect.orElseSucceed(fs.readFileString(join(folder, file)), () => "")

  const page = Effect.fnUntraced(function*(page: FilePage) {
    const url = new URL(page.final_url)
    const file = paths.claim(url, markdownPath(url, root))
    yield* pages.add({ file, page })
    if ((yield* read(file)) === "") yield* writeInside(folder, file, markdownFile(page))
  })

  /** An unchanged page has no document in this job, but a file of an earlier one. */
  const claimUnchanged = Effect.fnUntraced(function*({ redirected_to, url }: LedgerRow) {
    const target = new URL(redirected_to ?? url)
    if (paths.get(target) !== undefined) return
    const file = markdownPath(target, root)
    if (yield* Effect.orElseSucceed(fs.exists(join(folder, file)), () => false)) paths.claim(target, file)
  })

  const linkFrom = (file: string, base: string) => (text: string): string | undefined => {
    const url = httpUrl(text, base)
    const target = url && (paths.get(url) ?? paths.get(new URL(withoutTracking(canonical(url)))))
    if (target === undefined) return undefined
    return `${relativeLink(file, target)}${url?.hash ?? ""}`.replaceAll("(", "%28").replaceAll(")", "%29")
  }

  const end = Effect.fnUntraced(function*(rows: ReadonlyArray<LedgerRow>) {
    for (const row of rows) if (isUnchanged(row.code)) yield* claimUnchanged(row)
    for (const { duplicate_of, redirected_to, url } of rows) {
      const target = redirected_to ?? duplicate_of
      if (target !== undefined) paths.alias(new URL(url), new URL(target))
    }
    yield* pages.forEach(Effect.fnUntraced(function*({ file, page }) {
      const markdown = mapMarkdownLinks(page.markdown, linkFrom(file, page.final_url))
      const text = markdownFile({ ...page, markdown })
      // Do not write an unchanged page, so that version control shows no change.
      if (withoutFetched(yield* read(file)) !== withoutFetched(text)) yield* writeInside(folder, file, text)
    }))
  })

  return { page, end }
})

/** Matches only in the front matter, where no other value spans lines. */
const withoutFetched = (text: string): string => text.replace(/\nfetched: \d{4}-\d\d-\d\d\n---\n/, "\n---\n")

interface Pending {
  readonly file: string
  readonly page: FilePage
}

/** Pages in a temporary file: which of their links lead to a file is known at the end only. */
const pagesUntilEnd = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const name = yield* Effect.mapError(
    fs.makeTempFileScoped({ prefix: "gleaner-markdown-" }),
    cannotWrite("a temporary file")
  )
  const open = yield* Effect.mapError(fs.open(name, { flag: "w" }), cannotWrite(name))
  const encoder = new TextEncoder()
  const add = (pending: Pending) =>
    Effect.mapError(open.writeAll(encoder.encode(`${JSON.stringify(pending)}\n`)), cannotWrite(name))
  const forEach = <E, R>(each: (pending: Pending) => Effect.Effect<void, E, R>) =>
    boundedLines(fs.stream(name), maxLineLength).pipe(
      Stream.mapError(() => failed(`${name}, the temporary file of this command, cannot be read`)),
      Stream.runForEach((line) => each(JSON.parse(line) as Pending)) // our own encoding
    )
  return { add, forEach }
})
