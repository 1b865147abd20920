import { Effect } from "effect"
import { canonical, httpUrl } from "../../../core/domain/WebUrl.ts"
import { counted } from "../../../core/kernel/counted.ts"
import { encodingOf } from "../../../web/fetch/charset/charset.ts"
import { notice, Verbose } from "../output/verbosity.ts"
import { mapCss } from "../site/map-css.ts"
import type { SitePaths } from "../site/SitePaths.ts"
import { assetFetcher } from "./fetch-asset.ts"
import type { MirrorFolder } from "./mirror-folder.ts"
import { mirrorPath } from "./mirror-path.ts"

/** Fetched files per mirror, and at the same time. */
const maxAssets = 20_000
const inFlight = 8
/** Style sheets that import each other. */
const maxImports = 5

/** Fetches the files that pages of a mirror show, and those that their style sheets name. */
export const mirrorAssets = Effect.fnUntraced(function*(paths: SitePaths, write: MirrorFolder["write"]) {
  const isVerbose = yield* Verbose
  const fetchAsset = yield* assetFetcher
  /** URL of each style sheet, by its file. */
  const sheets = new Map<string, string>()
  /** Files to fetch: the level counts the style sheets on the way to it. */
  let queue = new Map<string, number>()
  const enqueued = new Set<string>()
  let missing = 0

  const enqueue = (url: URL, level = 0) => {
    const key = canonical(url)
    if (enqueued.has(key) || enqueued.size >= maxAssets || paths.get(url) !== undefined) return
    enqueued.add(key)
    queue.set(key, level)
  }

  const reportMissing = (href: string, why: string) => {
    missing++
    return isVerbose ? notice(`mirror: ${href} could not be fetched: ${why}`) : Effect.void
  }

  const store = Effect.fnUntraced(function*(href: string, level: number) {
    const fetched = yield* fetchAsset(new URL(href))
    if ("status" in fetched) return yield* reportMissing(href, `the site answered with status ${fetched.status}`)
    const { bytes, charset, finalUrl, mediaType } = fetched
    const file = paths.claim(new URL(finalUrl), mirrorPath(new URL(finalUrl), mediaType))
    paths.alias(new URL(href), new URL(finalUrl))
    if (mediaType !== "text/css") return yield* write(file, bytes)
    const css = new TextDecoder(encodingOf(charset)).decode(bytes)
    yield* write(file, css)
    sheets.set(file, finalUrl)
    if (level >= maxImports) return
    mapCss(css, (text) => {
      const url = httpUrl(text, finalUrl)
      if (url !== undefined) enqueue(url, level + 1)
      return undefined
    })
  }, (stored, href) => Effect.catchTag(stored, "PageError", ({ detail }) => reportMissing(href, detail)))

  const fetchAll = Effect.gen(function*() {
    if (queue.size > 0) yield* notice(`mirror: fetching ${counted(queue.size, "file")} of the pages`)
    while (queue.size > 0) {
      const batch = [...queue]
      queue = new Map()
      yield* Effect.forEach(batch, ([url, level]) => store(url, level), { concurrency: inFlight, discard: true })
    }
    return { fetched: enqueued.size - missing, missing }
  })

  return { sheets, enqueue, fetchAll }
})
