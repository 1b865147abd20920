import { Effect, Layer } from "effect"
import { threadId } from "node:worker_threads"
import { Content, contentOf } from "../../../src/extract/Content.ts"
import { extractorOverStages } from "../../../src/extract/extractor-over-stages.ts"
import type { ParsedPage } from "../../../src/extract/Page.ts"
import { stages, stagesLayer } from "../../../src/extract/stages.ts"
import { servePages } from "../../../src/extract/workers/serve-pages.ts"

/** An extraction thread whose content stage does to it what the page's path says. */
const misdeeds: Readonly<Record<string, () => void>> = {
  "/hangs": () => {
    for (;;);
  },
  "/exits": () => process.exit(3),
  "/swells": () => {
    const held: Array<unknown> = []
    for (;;) held.push(Array.from({ length: 1000 }, () => ({})))
  },
  "/defect": () => {
    throw new Error("a bug")
  },
  "/slow": () => {
    const end = performance.now() + 100
    while (performance.now() < end);
  }
}

const content = Layer.succeed(Content, {
  content: (page: ParsedPage) =>
    Effect.sync(() => {
      misdeeds[page.url.pathname]?.()
      // By its text's hash a page tells which thread has read it.
      return { ...contentOf(page), text: String(threadId) }
    })
})

const extractor = extractorOverStages(stages).pipe(Layer.provide(content), Layer.provide(stagesLayer))

Effect.runFork(Layer.launch(servePages(extractor)))
