// Puts documents into a folder for ever, and prints each reference when it is acknowledged. Then it prints the failure.
import { Effect } from "effect"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import { JobId } from "../../../src/core/domain/job/Job.ts"
import { fileDocuments } from "../../../src/crawling/stores/documents/FileDocuments.ts"

const [folder = "", job = ""] = process.argv.slice(2)

/** Documents of many lengths, determined by their number. */
export const documentNumber = (number: number): Uint8Array =>
  Buffer.concat(
    Array.from({ length: 1 + number % 40 }, (_, at) => createHash("sha512").update(`${number}/${at}`).digest())
  )

const writing = Effect.gen(function*() {
  const store = yield* fileDocuments(folder, { segmentBytes: 100_000, batchBytes: 20_000 })
  const one = (number: number) =>
    Effect.map(
      store.put(JobId.make(job), documentNumber(number)),
      (ref) => fs.writeSync(1, `${number} ${ref}\n`)
    )
  for (let first = 0;; first += 50) {
    yield* Effect.forEach(Array.from({ length: 50 }, (_, at) => first + at), one, { concurrency: "unbounded" })
  }
})

if (import.meta.main) {
  // A process has a limit for the size of its files, and dies of it unless it wants to hear of it.
  process.on("SIGXFSZ", () => {})
  const failure = await Effect.runPromise(Effect.flip(Effect.scoped(writing)))
  fs.writeSync(1, `failed ${failure._tag}\n`)
}
