import { Effect, Layer } from "effect"
import { contentOf } from "../../../src/extract/content/content-of.ts"
import type { ParsedPage } from "../../../src/extract/Page.ts"
import { Content } from "../../../src/extract/stages/Content.ts"
import { extractorOverStages } from "../../../src/extract/stages/extractor-over-stages.ts"
import { stages, stagesLayer } from "../../../src/extract/stages/stages.ts"
import { beginReader } from "../../../src/extract/workers/begin-reader.ts"
import { serveWork } from "../../../src/extract/workers/serve-work.ts"

/** Memory that a page leaves allocated. */
const left: Array<Uint8Array> = []

/** More than a reader may keep. */
const much = () => new Uint8Array(256 * 1024 * 1024).fill(1)

/** Ends never, or after this time, and leaves the processor to the other pages of a test. */
const waits = (millis?: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis)

/** A reader whose content stage does to it what the page's path says. */
const misdeeds: Readonly<Record<string, () => void>> = {
  "/hangs": () => {
    for (;;);
  },
  "/tells-and-hangs": () => {
    for (;;);
  },
  "/waits": () => waits(),
  "/tells-and-waits": () => waits(),
  "/exits": () => process.exit(3),
  "/aborts": () => process.abort(),
  "/traps": () => {
    process.kill(process.pid, "SIGTRAP")
    for (;;);
  },
  "/killed": () => {
    process.kill(process.pid, "SIGKILL")
    for (;;);
  },
  "/buffers": () => {
    const held: Array<Uint8Array> = []
    for (;;) held.push(new Uint8Array(16 * 1024 * 1024).fill(1))
  },
  "/swells": () => {
    const held: Array<unknown> = []
    for (;;) held.push(Array.from({ length: 1000 }, () => ({})))
  },
  "/fills": () => {
    left.push(much())
  },
  "/fills-and-fails": () => {
    left.push(much())
    throw new Error("a bug")
  },
  "/litters": () => {
    much()
  },
  "/defect": () => {
    throw new Error("a bug")
  },
  "/slow": () => waits(100)
}

/** The text of a page names the reader that has read it, and its environment. */
const texts: Readonly<Record<string, () => string>> = {
  "/environment": () => Object.keys(process.env).join(" "),
  "/arguments": () => [...process.execArgv, ...process.argv.slice(2)].join(" ")
}

const content = Layer.succeed(Content, {
  content: (page: ParsedPage) =>
    Effect.gen(function*() {
      if (page.url.pathname.startsWith("/tells-and-")) yield* Effect.logInfo("hangs now")
      misdeeds[page.url.pathname]?.()
      return { ...contentOf(page), text: texts[page.url.pathname]?.() ?? String(process.pid) }
    })
})

const extractor = extractorOverStages(stages).pipe(Layer.provide(content), Layer.provide(stagesLayer))

beginReader()
Effect.runFork(Layer.launch(serveWork(extractor)))
