import { Effect } from "effect"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import { withoutTracking } from "../../../core/domain/job/tracking-parameters.ts"
import { canonical } from "../../../core/domain/WebUrl.ts"
import type { RequestContext } from "../../../core/kernel/RequestContext.ts"
import { PageReader } from "../../../page/PageReader.ts"
import { parsedDocument } from "../output/rendition.ts"
import { notice } from "../output/verbosity.ts"
import { deepFramesNote, mapReferences } from "../site/map-references.ts"

/** A link or an image, on one or more pages. */
export interface FoundLink {
  readonly url: string
  readonly kind: "link" | "image"
  /** Pages with it, in the order of reading. */
  readonly pages: ReadonlyArray<string>
}

/** A page that was read, by its canonical URL. */
export interface KnownPage {
  readonly status: number
  readonly finalUrl: string
  readonly ids: ReadonlySet<string>
}

export interface Range {
  readonly depth: number
  readonly maxPages: number
}

/** Reads the pages of a site by their links, up to a depth, and collects all links and images. */
export const readPages = Effect.fnUntraced(function*(
  seed: string,
  { depth: maxDepth, maxPages }: Range,
  inTurn: ReturnType<typeof RequestContext.by>
) {
  const reader = yield* PageReader
  const links = new Map<string, Omit<FoundLink, "pages"> & { readonly pages: Set<string> }>()
  const pages = new Map<string, KnownPage>()
  const failures = new Map<string, PageError>()
  const enqueued = new Set([canonical(new URL(seed))])
  let level: ReadonlyArray<string> = [seed]
  let read = 0

  const readPage = Effect.fnUntraced(function*(url: string) {
    const page = yield* inTurn(reader.read({ url, fields: ["html"] }, "document"))
    const { html } = parsedDocument(page.json)
    const targets: Array<string> = []
    const { deepFrames, ids } = mapReferences(html, page.finalUrl, ({ kind, url: target }) => {
      if (kind !== "link" && kind !== "image") return undefined
      const { href } = target
      const link = links.get(href)
      if (link === undefined) links.set(href, { url: href, kind, pages: new Set([page.finalUrl]) })
      else link.pages.add(page.finalUrl)
      if (kind === "link") targets.push(withoutTracking(canonical(target)))
      return undefined
    })
    if (deepFrames > 0) yield* notice(`gleaner: ${page.finalUrl}: ${deepFramesNote(deepFrames)}`)
    const known = { status: page.status, finalUrl: page.finalUrl, ids }
    pages.set(canonical(new URL(url)), known)
    pages.set(canonical(new URL(page.finalUrl)), known)
    return targets
  })

  let host = new URL(seed).host
  for (let depth = 0; depth <= maxDepth && level.length > 0 && read < maxPages; depth++) {
    const batch = level.slice(0, maxPages - read)
    read += batch.length
    const found = yield* Effect.forEach(batch, (url) =>
      Effect.catchTag(readPage(url), "PageError", (error) => {
        failures.set(canonical(new URL(url)), error)
        return depth === 0 ? Effect.fail(error) : Effect.succeed<ReadonlyArray<string>>([])
      }), { concurrency: inFlight })
    if (depth === 0) host = new URL(pages.get(canonical(new URL(seed)))?.finalUrl ?? seed).host
    const next: Array<string> = []
    for (const url of found.flat()) {
      if (enqueued.has(url) || new URL(url).host !== host) continue
      enqueued.add(url)
      next.push(url)
    }
    level = next
  }
  return { links: [...links.values()].map((link) => ({ ...link, pages: [...link.pages] })), pages, failures, read }
})

/** Pages at the same time. Each domain keeps its delay. */
const inFlight = 4
