import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, References, Stream } from "effect"
import { JobId } from "../../../../src/core/domain/job/Job.ts"
import { DocumentLost } from "../../../../src/crawling/jobs/DocumentLost.ts"
import { JobEvicted } from "../../../../src/crawling/jobs/JobEvicted.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { storedDocuments } from "../../../../src/serving/server/handlers/jobs/stored-documents.ts"

const id = JobId.make("0".repeat(32))
const bytes = new Uint8Array([1])

/** Reads three documents of a job, and tells what was logged. */
const reading = Effect.fnUntraced(function*(documents: JobStore["Service"]["documents"], isKept = true) {
  const lines: Array<string> = []
  const logger = Logger.make(({ fiber, message }) => {
    lines.push(`${String(message)} ${String(fiber.getRef(References.CurrentLogAnnotations)["job.id"])}`)
  })
  const store = Layer.mock(JobStore, {
    documents,
    isDurable: true,
    ownerOf: () => Effect.succeed(isKept ? Option.some("a") : Option.none())
  })
  const read = Effect.flatMap(JobStore, (store) => storedDocuments(store, id, 0, 3, Effect.succeed))
  const end = yield* Effect.flip(Effect.flatMap(read, (stream) => Stream.runDrain(stream))).pipe(
    Effect.provide(Layer.merge(store, Logger.layer([logger])))
  )
  return { end: end._tag, lines }
})

describe("documents of an answer", () => {
  it.effect("fail before the answer begins when the first one is lost, and our log says whose", () =>
    Effect.gen(function*() {
      const lost = Stream.fail(new DocumentLost({ id, reason: "the folder is gone" }))
      const { end, lines } = yield* reading(() => lost)
      assert.deepStrictEqual([end, lines], ["DocumentsLost", [
        `a document of job ${id} cannot be read: the folder is gone ${id}`
      ]])
      assert.strictEqual((yield* reading(() => lost, false)).end, "JobNotFound")
      assert.strictEqual((yield* reading(() => Stream.fail(new JobEvicted({ id })))).end, "JobNotFound")
    }))

  it.effect("that are lost later cut the answer, and our log says whose", () =>
    Effect.gen(function*() {
      const { end, lines } = yield* reading((_, from) =>
        from === 0 ? Stream.make(bytes) : Stream.concat(
          Stream.make(bytes),
          Stream.fail(new DocumentLost({ id, reason: "a segment is gone" }))
        )
      )
      assert.strictEqual(end, "DocumentLost")
      assert.deepStrictEqual(lines, [
        `an answer with documents was cut: a document of job ${id} cannot be read: a segment is gone ${id}`
      ])
    }))
})
