import { Effect, FileSystem } from "effect"
import * as path from "node:path"
import type { Document } from "../../domain/document/Document.ts"
import type { LedgerRow } from "../../domain/job/LedgerRow.ts"
import { withoutTracking } from "../../domain/job/tracking-parameters.ts"
import { canonical } from "../../domain/WebUrl.ts"
import { counted } from "../../kernel/counted.ts"
import { cannotWrite } from "../output/output.ts"
import { notice, Quiet, Verbose } from "../output/verbosity.ts"
import { mapCss } from "../site/map-css.ts"
import { mapReferences } from "../site/map-references.ts"
import { convertCss, convertPage } from "./convert-links.ts"
import { assetFetcher } from "./fetch-asset.ts"
import { MirrorPaths } from "./MirrorPaths.ts"

export const mirrorFields = ["url", "final_url", "content_type", "html"] as const

type MirrorPage = Pick<Document, (typeof mirrorFields)[number]>

/** Fetched files per mirror, and at the same time. */
const maxAssets = 20_000
const inFlight = 8
/** Style sheets that import each other. */
const maxImports = 5

/**
 * A folder with the pages of a crawl and the files that they show, with relative links, so that it works without a
 * server. Pages are written as they come. `end` fetches the files and converts the links.
 */
export const openMirror = Effect.fnUntraced(function*(folder: string) {
  const fs = yield* FileSystem.FileSystem
  const isQuiet = yield* Quiet
  const isVerbose = yield* Verbose
  const fetchAsset = yield* assetFetcher
  const paths = new MirrorPaths()
  /** URL of each page, and of each style sheet, by its file. */
  const pages = new Map<string, string>()
  const sheets = new Map<string, string>()
  /** Files to fetch: the level counts the style sheets on the way to it. */
  let wanted = new Map<string, number>()
  const asked = new Set<string>()

  const write = Effect.fnUntraced(function*(file: string, data: Uint8Array | string) {
    const name = path.join(folder, ...file.split("/"))
    const bytes = typeof data === "string" ? encoder.encode(data) : data
    yield* Effect.mapError(
      Effect.andThen(fs.makeDirectory(path.dirname(name), { recursive: true }), fs.writeFile(name, bytes)),
      cannotWrite(name)
    )
  })
  const read = (file: string) => {
    const name = path.join(folder, ...file.split("/"))
    return Effect.mapError(fs.readFileString(name), cannotWrite(name))
  }
  const want = (url: URL, level: number) => {
    const key = canonical(url)
    if (asked.has(key) || asked.size >= maxAssets || paths.get(url) !== undefined) return
    asked.add(key)
    wanted.set(key, level)
  }

  const page = Effect.fnUntraced(function*({ final_url, html, url }: MirrorPage) {
    const target = new URL(final_url)
    // PDF and the like: the file itself is fetched, not the page that was made of it.
    if (html === "") return want(target, 0)
    const file = paths.claim(target, "text/html")
    paths.alias(new URL(url), target)
    pages.set(file, final_url)
    yield* write(file, html)
  })

  const lost = (href: string, why: string) =>
    Effect.as(isVerbose ? notice(`mirror: ${href} could not be fetched: ${why}`) : Effect.void, false)

  const asset = Effect.fnUntraced(function*(href: string, level: number) {
    const got = yield* fetchAsset(new URL(href))
    if ("status" in got) return yield* lost(href, `the site answered with status ${got.status}`)
    const target = new URL(got.finalUrl)
    const file = paths.claim(target, got.mediaType)
    paths.alias(new URL(href), target)
    const isSheet = got.mediaType === "text/css"
    yield* write(file, isSheet ? withMark(new TextDecoder(labelOf(got.charset)).decode(got.bytes)) : got.bytes)
    if (!isSheet) return true
    sheets.set(file, got.finalUrl)
    if (level >= maxImports) return true
    mapCss(yield* read(file), (text) => {
      const url = URL.parse(text, got.finalUrl)
      if (url !== null && /^https?:$/.test(url.protocol)) want(url, level + 1)
      return undefined
    })
    return true
  }, (fetched, href) => Effect.catchTag(fetched, "PageError", ({ detail }) => lost(href, detail)))

  const fetchAll = Effect.gen(function*() {
    for (const [file, url] of pages) {
      mapReferences(yield* read(file), url, (reference) => {
        if (reference.kind === "image" || reference.kind === "asset") want(reference.url, 0)
        return undefined
      })
    }
    if (wanted.size > 0) yield* notice(`mirror: fetching ${counted(wanted.size, "file")} of the pages`)
    let missing = 0
    while (wanted.size > 0) {
      const batch = [...wanted]
      wanted = new Map()
      const got = yield* Effect.forEach(batch, ([url, level]) => asset(url, level), { concurrency: inFlight })
      missing += got.filter((isThere) => !isThere).length
    }
    return missing
  })

  /** URLs of links with tracking parameters were crawled without them. */
  const fileOf = (url: URL) => paths.get(url) ?? paths.get(new URL(withoutTracking(canonical(url))))

  const convert = Effect.gen(function*() {
    for (const [file, url] of pages) yield* write(file, withMark(convertPage(yield* read(file), url, file, fileOf)))
    for (const [file, url] of sheets) yield* write(file, withMark(convertCss(yield* read(file), url, file, fileOf)))
  })

  /** Without `isComplete`, links are converted, but no further file is fetched. */
  const end = Effect.fnUntraced(function*(rows: ReadonlyArray<LedgerRow>, isComplete: boolean) {
    for (const { code, redirected_to, url } of rows) {
      if (code === "unsupported_content_type") want(new URL(redirected_to ?? url), 0)
    }
    const missing = isComplete ? yield* fetchAll : 0
    for (const { redirected_to, url } of rows) {
      if (redirected_to !== undefined) paths.alias(new URL(url), new URL(redirected_to))
    }
    yield* convert
    const files = counted(asked.size - missing, "file")
    const absolute = missing === 0
      ? ""
      : `; ${counted(missing, "file")} could not be fetched (see --verbose), so links to them are absolute`
    const first = pages.keys().next().value
    const open = first === undefined ? "" : `; open ${path.join(folder, first)}`
    yield* notice(
      `mirror: ${counted(pages.size, "page")}${isComplete ? ` and ${files}` : ""} in ${folder}${absolute}${open}`
    )
  }, Effect.provideService(Quiet, isQuiet))

  yield* Effect.mapError(fs.makeDirectory(folder, { recursive: true }), cannotWrite(folder))
  return { page, end }
})

const encoder = new TextEncoder()

/** A file has no Content-Type, so a byte order mark declares the encoding. */
const withMark = (text: string): string => `\uFEFF${text.replace(/^\uFEFF/, "")}`

const labelOf = (charset: string | undefined): string => {
  try {
    return new TextDecoder(charset).encoding
  } catch {
    return "utf-8"
  }
}
