import { Effect, Layer } from "effect"
import { beginReader } from "../../../../src/extract/workers/begin-reader.ts"
import { type Serve, serveRequests } from "../../../../src/extract/workers/serve-requests.ts"

/** A process for scans whose pages have its id as text. Its URL says by which page it is killed, or that it takes long. */
const serve: Serve = (request) =>
  Effect.gen(function*() {
    if (request.work !== "scans") return yield* Effect.die(new Error("not a scan"))
    const { document, pages } = request.input
    const kills = Number(new URL(document.finalUrl).searchParams.get("kills"))
    if (pages.includes(kills)) process.kill(process.pid, "SIGKILL")
    if (document.finalUrl.includes("hangs")) return yield* Effect.never
    const words = [{ text: String(process.pid), x: 0, width: 30 }]
    const read = pages.map((page) => ({ page, confidence: 0.5, lines: [{ words, y: 100, fontSize: 10 }] }))
    return { read, missed: [], left: [], millis: 7 }
  })

beginReader("gleaner ocr")
Effect.runFork(Layer.launch(serveRequests(Effect.succeed(serve), Infinity)))
