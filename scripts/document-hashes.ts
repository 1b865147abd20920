import { Effect } from "effect"
import { createHash } from "node:crypto"
import { Extractor } from "../src/extract/Extractor.ts"
import type { Extraction } from "../src/extract/Page.ts"
import { documentFrom } from "./support/page-input.ts"
import { heldOut, inputOf, realPages, type SetName, setNames } from "./support/real-pages.ts"

/**
 * One line a page of the shared sets: its set and id, and the hash of its Document without the trace. Two runs that print the
 * same lines read every page the same. With `--whole` the Documents themselves. `node scripts/document-hashes.ts
 * [--whole] > FILE`.
 */
const isWhole = process.argv.includes("--whole")
/** Dates are judged by the day a page was fetched, so the day stands still. */
const fetchedAt = Date.UTC(2026, 0, 1)

const sets: ReadonlyArray<SetName> = [...setNames, heldOut]

const lineOf = (id: string, extraction: Extraction): string => {
  const { trace, ...document } = documentFrom(extraction)
  const text = JSON.stringify({ ...document, warnings: trace.warnings })
  return `${id} ${isWhole ? text : createHash("sha256").update(text).digest("hex")}\n`
}

const written = Effect.gen(function*() {
  const extractor = yield* Extractor
  for (const page of sets.flatMap((set) => realPages(set))) {
    process.stdout.write(lineOf(`${page.set}/${page.id}`, yield* extractor.extract({ ...inputOf(page), fetchedAt })))
  }
})

await Effect.runPromise(Effect.provide(written, Extractor.layerInline))
