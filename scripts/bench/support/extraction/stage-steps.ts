import type * as EffectModule from "effect"
import { createHash } from "node:crypto"
import { createRequire } from "node:module"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import * as zlib from "node:zlib"
import type * as SelectContentModule from "../../../../src/extract/content/select-content.ts"
import type * as ExtractorModule from "../../../../src/extract/Extractor.ts"
import type * as CollectLinksModule from "../../../../src/extract/links/collect-links.ts"
import type * as RenderContentModule from "../../../../src/extract/markdown/render-content.ts"
import type * as CollectMediaModule from "../../../../src/extract/media/collect-media.ts"
import type * as ReadFactsModule from "../../../../src/extract/metadata/read-facts.ts"
import type { Extraction, PageInput } from "../../../../src/extract/Page.ts"
import type * as HtmlParserModule from "../../../../src/extract/parsers/html.ts"
import type * as CollectRecordsModule from "../../../../src/extract/records/collect-records.ts"
import type * as ShellVerdictModule from "../../../../src/extract/shell/verdict.ts"
import type * as CombineModule from "../../../../src/extract/stages/Combine.ts"
import type * as SoftFailuresModule from "../../../../src/extract/stages/soft-failures.ts"
import type * as EncodeLineModule from "../../../../src/extract/works/encode-line.ts"

/** Reads a page stage by stage, and calls `on` when each begins. */
export type ReadByStages = (input: PageInput, on: <A>(stage: string, run: () => A) => A) => void

/** Reads a page as a caller has it read. */
export type ReadWhole = (input: PageInput) => void

export interface Checkout {
  readonly byStages: ReadByStages
  readonly whole: ReadWhole
  readonly extract: (input: PageInput) => Promise<Extraction>
}

/** The stages of a checkout, with its own copy of Effect. Another one may stand beside it in this process. */
export const stagesOf = async (checkout: string): Promise<Checkout> => {
  const resolve = createRequire(path.join(checkout, "package.json")).resolve
  // A foreign edge: the modules of another checkout have the types of this one as long as their names stay.
  const load = async <A>(file: string): Promise<A> => await import(pathToFileURL(file).href) as A
  const from = <A>(file: string): Promise<A> => load(path.join(checkout, "src/extract", file))
  const { Effect } = await load<typeof EffectModule>(resolve("effect"))
  const { htmlParser } = await from<typeof HtmlParserModule>("parsers/html.ts")
  const { selectContent } = await from<typeof SelectContentModule>("content/select-content.ts")
  const { renderContent } = await from<typeof RenderContentModule>("markdown/render-content.ts")
  const { readFacts } = await from<typeof ReadFactsModule>("metadata/read-facts.ts")
  const { shellVerdict } = await from<typeof ShellVerdictModule>("shell/verdict.ts")
  const { softFailures } = await from<typeof SoftFailuresModule>("stages/soft-failures.ts")
  const { collectLinks } = await from<typeof CollectLinksModule>("links/collect-links.ts")
  const { collectMedia } = await from<typeof CollectMediaModule>("media/collect-media.ts")
  const { collectRecords } = await from<typeof CollectRecordsModule>("records/collect-records.ts")
  const { Combine } = await from<typeof CombineModule>("stages/Combine.ts")
  const { encodeLine } = await from<typeof EncodeLineModule>("workers/encode-line.ts")
  const { Extractor } = await from<typeof ExtractorModule>("Extractor.ts")

  const combine = await Effect.runPromise(
    Effect.map(Combine, (service) => service).pipe(Effect.provide(Combine.layer))
  )
  const extractor = await Effect.runPromise(
    Effect.map(Extractor, (service) => service).pipe(Effect.provide(Extractor.layerInline))
  )
  return {
    byStages: (input, on) => {
      const page = on("parse", () => Effect.runSync(htmlParser.parse(input)))
      const selection = on("content", () => selectContent(page))
      const content = on("markdown", () => ({ selection, ...renderContent(page, selection) }))
      const facts = on("metadata", () => readFacts(page, content))
      const shell = on("shell", () => shellVerdict(page, content))
      on("soft failures", () => softFailures(page, facts.title, content.text, shell))
      const links = on("links", () => collectLinks(page))
      const media = on("media", () => collectMedia(page, selection))
      const records = on("records", () => collectRecords(page, content, facts))
      const document = Effect.runSync(combine.combine({ page, content, chunked: {}, facts, links, media, records }))
      const json = on("encode", () => encodeLine(JSON.stringify(document)))
      on("hash", () => createHash("sha256").update(content.text).digest("hex"))
      on("compress", () => zlib.zstdCompressSync(json))
    },
    whole: (input) => void Effect.runSync(extractor.extract(input)),
    extract: (input) => Effect.runPromise(extractor.extract(input))
  }
}
