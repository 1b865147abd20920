import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Metric, Result, Tracer } from "effect"
import { metrics } from "../../../../src/core/observability/metrics.ts"
import { Model } from "../../../../src/crawling/wrappers/model/Model.ts"
import { completion, refusal, scriptedModel } from "../../../support/web/scripted-model.ts"
import { asked, data, fault, key, keyFile, modelOver, page } from "./model-over.ts"

describe("the key of the model", () => {
  it.effect("is in no message and in no span, whatever the endpoint says", () =>
    Effect.gen(function*() {
      const seen: Array<string> = []
      const spans: Array<Tracer.NativeSpan> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        }
      })
      for (const status of [400, 401, 402, 403, 404, 422, 429, 500]) {
        const { answers } = yield* asked(() => refusal(`Your key ${key} has no access.`, status)).pipe(
          Effect.withTracer(tracer)
        )
        seen.push(fault(answers[0]))
      }
      const { answers } = yield* asked(() => ({ fails: key })).pipe(Effect.withTracer(tracer))
      seen.push(fault(answers[0]))
      assert.includeMembers(spans.map(({ name }) => name), ["Model.read"])
      for (const { attributes, events, name, status } of spans) {
        const cause = status._tag === "Ended" && status.exit._tag === "Failure" ? Cause.pretty(status.exit.cause) : ""
        seen.push(JSON.stringify([name, [...attributes], events.map(([event, , more]) => [event, more])]), cause)
      }
      for (const text of seen) assert.notInclude(text, key)
    }))

  it.effect("must be in its file, and nothing else", () =>
    Effect.gen(function*() {
      for (const file of [keyFile(""), keyFile(`${key}\n${key}`), keyFile("ключ"), "/nowhere/key"]) {
        const built = yield* Effect.result(
          Effect.provide(Model, modelOver(scriptedModel(() => completion(data)), file))
        )
        const message = Result.isFailure(built) ? built.failure.message : assert.fail("no fault")
        assert.match(message, /^GLEANER_MODEL: .*cannot be read as a file with the key/)
        assert.notInclude(message, key)
      }
    }))
})

describe("metrics of the model", () => {
  it.effect("count its requests by outcome, and its tokens", () =>
    Effect.gen(function*() {
      const requests = (outcome: string) =>
        Effect.map(
          Metric.value(Metric.withAttributes(metrics.modelRequests, { outcome })),
          ({ count }) => Number(count)
        )
      const tokens = (kind: string) =>
        Effect.map(Metric.value(Metric.withAttributes(metrics.modelTokens, { kind })), ({ count }) => Number(count))
      const all = Effect.all([
        requests("answered"),
        requests("refused"),
        requests("failed"),
        tokens("prompt"),
        tokens("completion")
      ])
      const before = yield* all
      yield* asked((_, number) =>
        number === 1 ? { status: 500 } : number === 2 ? refusal("no schemas") : completion(data)
      )
      const after = yield* all
      assert.deepStrictEqual(after.map((count, at) => count - (before[at] ?? 0)), [1, 1, 1, 100, 20])
    }))
})

describe("without a model", () => {
  it.effect("a page cannot be read", () =>
    Effect.gen(function*() {
      const model = yield* Model
      assert.isFalse(model.isAvailable)
      assert.match((yield* Effect.flip(model.read(page))).message, /no model.*GLEANER_MODEL/)
    }).pipe(Effect.provide(Model.layerNone)))
})
