import type * as EffectModule from "effect"
import { createHash } from "node:crypto"
import { createRequire } from "node:module"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import * as zlib from "node:zlib"
import type * as ExtractorModule from "../../../../src/extract/Extractor.ts"
import type { Extraction, PageInput } from "../../../../src/extract/Page.ts"
import type * as ReadingModule from "../../../../src/extract/Reading.ts"
import type * as StagesModule from "../../../../src/extract/stages/stages.ts"
import type * as WantedPartsModule from "../../../../src/extract/stages/wanted-parts.ts"
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

/** The stages of a checkout, with its own copy of Effect. Another one may be loaded beside it in this process. */
export const stagesOf = async (checkout: string): Promise<Checkout> => {
  const resolve = createRequire(path.join(checkout, "package.json")).resolve
  // A foreign edge: the modules of another checkout have the types of this one as long as their names stay.
  const load = async <A>(file: string): Promise<A> => await import(pathToFileURL(file).href) as A
  const from = <A>(file: string): Promise<A> => load(path.join(checkout, "src/extract", file))
  const { Effect } = await load<typeof EffectModule>(resolve("effect"))
  const { stages, stagesLayer } = await from<typeof StagesModule>("stages/stages.ts")
  const { wantedParts } = await from<typeof WantedPartsModule>("stages/wanted-parts.ts")
  const { unread } = await from<typeof ReadingModule>("Reading.ts")
  const { encodeLine } = await from<typeof EncodeLineModule>("works/encode-line.ts")
  const { Extractor } = await from<typeof ExtractorModule>("Extractor.ts")

  const steps = await Effect.runPromise(
    Effect.forEach(stages, ({ bind, ...stage }) => Effect.map(bind, (run) => ({ ...stage, run }))).pipe(
      Effect.provide(stagesLayer)
    )
  )
  const extractor = await Effect.runPromise(
    Effect.map(Extractor, (service) => service).pipe(Effect.provide(Extractor.layerInline))
  )
  return {
    byStages: (input, on) => {
      const wanted = wantedParts(stages, input, "document")
      const read = unread(input)
      for (const { gives, name, run } of steps) {
        if (wanted.has(gives)) Object.assign(read, on(name, () => Effect.runSync(run(read))))
      }
      const json = on("encode", () => encodeLine(JSON.stringify(read.document)))
      on("hash", () => createHash("sha256").update(read.content.text).digest("hex"))
      on("compress", () => zlib.zstdCompressSync(json))
    },
    whole: (input) => void Effect.runSync(extractor.extract(input)),
    extract: (input) => Effect.runPromise(extractor.extract(input))
  }
}
