import { Effect } from "effect"
import * as path from "node:path"
import type { Document } from "../../../core/domain/document/Document.ts"
import type { LedgerRow } from "../../../core/domain/job/LedgerRow.ts"
import { withoutTracking } from "../../../core/domain/job/tracking-parameters.ts"
import { canonical } from "../../../core/domain/WebUrl.ts"
import { counted } from "../../../core/kernel/counted.ts"
import { notice, Quiet } from "../output/verbosity.ts"
import { deepFramesNote, mapReferences } from "../site/map-references.ts"
import { SitePaths } from "../site/SitePaths.ts"
import { convertCss, convertPage } from "./convert-links.ts"
import { mirrorAssets } from "./mirror-assets.ts"
import { openFolder } from "./mirror-folder.ts"
import { mirrorPath } from "./mirror-path.ts"

export const mirrorFields = ["url", "final_url", "content_type", "html"] as const

type MirrorPage = Pick<Document, (typeof mirrorFields)[number]>

/**
 * A folder with the pages of a crawl and the files that they show, with relative links, so that it works without a
 * server. Pages are written as they come. `end` fetches the files and converts the links.
 */
export const openMirror = Effect.fnUntraced(function*(folder: string) {
  const { read, write } = yield* openFolder(folder)
  const isQuiet = yield* Quiet
  const paths = new SitePaths()
  const assets = yield* mirrorAssets(paths, write)
  /** URL of each page, by its file. */
  const pages = new Map<string, string>()

  const page = Effect.fnUntraced(function*({ final_url, html, url }: MirrorPage) {
    const target = new URL(final_url)
    // PDF and the like: the file itself is fetched, not the page that was made of it.
    if (html === "") return assets.enqueue(target)
    const file = paths.claim(target, mirrorPath(target, "text/html"))
    paths.alias(new URL(url), target)
    pages.set(file, final_url)
    yield* write(file, html)
  })

  const fetchAssets = Effect.gen(function*() {
    for (const [file, url] of pages) {
      mapReferences(yield* read(file), url, (reference) => {
        if (reference.kind === "image" || reference.kind === "asset") assets.enqueue(reference.url)
        return undefined
      })
    }
    return yield* assets.fetchAll
  })

  /** URLs of links with tracking parameters were crawled without them. */
  const fileOf = (url: URL) => paths.get(url) ?? paths.get(new URL(withoutTracking(canonical(url))))

  const convert = Effect.gen(function*() {
    for (const [file, url] of pages) {
      const { deepFrames, html } = convertPage(yield* read(file), url, file, fileOf)
      yield* write(file, html)
      if (deepFrames > 0) yield* notice(`mirror: ${url}: ${deepFramesNote(deepFrames)}`)
    }
    for (const [file, url] of assets.sheets) yield* write(file, convertCss(yield* read(file), url, file, fileOf))
  }).pipe(Effect.provideService(Quiet, isQuiet))

  /** Without `isComplete`, links are converted, but no further file is fetched. */
  const end = Effect.fnUntraced(function*(rows: ReadonlyArray<LedgerRow>, isComplete: boolean) {
    for (const { code, redirected_to, url } of rows) {
      if (code === "unsupported_content_type") assets.enqueue(new URL(redirected_to ?? url))
    }
    const { fetched, missing } = isComplete ? yield* fetchAssets : { fetched: 0, missing: 0 }
    for (const { redirected_to, url } of rows) {
      if (redirected_to !== undefined) paths.alias(new URL(url), new URL(redirected_to))
    }
    yield* convert
    const absolute = missing === 0
      ? ""
      : `; ${counted(missing, "file")} could not be fetched (see --verbose), so links to them are absolute`
    const first = pages.keys().next().value
    const open = first === undefined ? "" : `; open ${path.join(folder, first)}`
    yield* notice(
      `mirror: ${counted(pages.size, "page")}${
        isComplete ? ` and ${counted(fetched, "file")}` : ""
      } in ${folder}${absolute}${open}`
    )
  }, Effect.provideService(Quiet, isQuiet))

  return { page, end }
})
