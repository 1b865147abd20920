import { Duration, Effect, Layer, Redacted } from "effect"
import { pathToFileURL } from "node:url"
import type { Document } from "../../../src/core/domain/document/Document.ts"
import type { Claim } from "../../../src/core/kernel/fair/FairQueue.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { type Extraction, unowned } from "../../../src/extract/Page.ts"
import { Readers } from "../../../src/extract/workers/Readers.ts"
import { polled } from "../../support/polled.ts"
import { programFile } from "../../support/processes/programs.ts"
import { inputOf } from "../markdown/page-of.ts"

const keyOf = (name: string) => ({ name, secret: Redacted.make(`${name}-0123456789abcdef`) })

export const settings = (
  workers: number,
  extractTimeout: Duration.Duration,
  keys: ReadonlyArray<string> = ["hog", "other"]
) => Settings.layerWith({ workers, extractTimeout, workerMemory: 64 * 1024 * 1024, apiKeys: keys.map(keyOf) })

export const patient = Duration.minutes(1)

export const readersFrom = (entry: string, workers: number, extractTimeout = patient, keys?: ReadonlyArray<string>) =>
  Layer.effect(Readers, Readers).pipe(
    Layer.provide(Readers.layerOf(pathToFileURL(entry))),
    Layer.provide(settings(workers, extractTimeout, keys))
  )

export const misbehaving = (workers: number, extractTimeout = patient, keys?: ReadonlyArray<string>) =>
  readersFrom(programFile("misbehaving-reader"), workers, extractTimeout, keys)

export const at = (pathname: string) => {
  const url = `https://site.test${pathname}`
  return {
    ...inputOf(`<title>${pathname}</title><p>The words of ${pathname}, which are a few.</p>`),
    url,
    finalUrl: url
  }
}

export const read = Effect.fnUntraced(function*(pathname: string, claim: Partial<Claim> = {}) {
  const readers = yield* Readers
  return yield* readers.run({ work: "extract", input: at(pathname) }, { ...unowned, ...claim })
})

export const textOf = ({ json }: Pick<Extraction, "json">): string => documentOf(json).text

/** The Document but for its trace, which is added where the page was asked for. */
export const documentOf = (json: Uint8Array): Omit<Document, "trace"> =>
  JSON.parse(`${new TextDecoder().decode(json)}}`)

/** Polls for what another process does. */
export const until = (isThere: () => boolean) => Effect.promise(() => polled(isThere, Boolean))
