import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { Model } from "../../../../src/crawling/wrappers/model/Model.ts"
import { completion, type ModelReply, refusal, scriptedModel } from "../../../support/web/scripted-model.ts"
import { asked, data, fault, formsOf, key, modelOver, page, schema } from "./model-over.ts"

describe("a request to the model", () => {
  it.effect("closes the connection of an answer that is not read", () =>
    Effect.gen(function*() {
      const open = new Set<AbortSignal>()
      const client = HttpClient.make((request, _, signal) =>
        Effect.sync(() => {
          open.add(signal)
          signal.addEventListener("abort", () => open.delete(signal))
          return HttpClientResponse.fromWeb(request, new Response("never read", { status: 401 }))
        })
      )
      const layer = modelOver({ layer: Layer.succeed(HttpClient.HttpClient, client) })
      const answer = yield* Effect.flip(Effect.flatMap(Model, ({ read }) => read(page)).pipe(Effect.provide(layer)))
      assert.include(answer.message, "401")
      assert.strictEqual(open.size, 0)
    }))

  it.effect("has the text of the page, the schema of the caller and the key", () =>
    Effect.gen(function*() {
      const { answers, requests } = yield* asked(() => completion(data))
      assert.deepStrictEqual(answers, [{ json: data, tokens: { prompt: 100, completion: 20 }, fault: undefined }])
      const [{ body, headers, url } = assert.fail()] = requests
      assert.lengthOf(requests, 1)
      assert.strictEqual(url, "https://model.test/v1/chat/completions")
      assert.strictEqual(headers["authorization"], `Bearer ${key}`)
      assert.strictEqual(body.model, "small")
      assert.strictEqual(body.max_tokens, 4096)
      assert.deepStrictEqual(body.response_format, {
        type: "json_schema",
        json_schema: { name: "data", schema, strict: true }
      })
      assert.deepStrictEqual(body.messages.at(-1), { role: "user", content: page.text })
    }))

  it.effect("has no key where the operator has set none", () =>
    Effect.gen(function*() {
      const web = scriptedModel(() => completion(data))
      yield* Effect.provide(
        Effect.flatMap(Model, (model) => model.read(page)),
        Model.layerNoDeps.pipe(
          Layer.provide(web.layer),
          Layer.provide(Settings.layerWith({
            model: Option.some({ url: "http://127.0.0.1:1/v1", name: "small", keyFile: undefined })
          }))
        )
      )
      assert.notProperty(web.requests[0]?.headers, "authorization")
    }))

  it.effect("asks for looser forms where the endpoint refuses one, and remembers it", () =>
    Effect.gen(function*() {
      const { answers, requests } = yield* asked(({ body: { response_format } }) =>
        response_format === undefined
          ? completion(`Here you are:\n\`\`\`json\n${JSON.stringify(data)}\n\`\`\`\nAnything else?`)
          : refusal(`response_format ${response_format.type} is not supported`), 2)
      assert.deepStrictEqual(formsOf(requests), ["json_schema", "json_object", "none", "none"])
      for (const answer of answers) assert.deepInclude(answer, { json: data })
      // Without response_format, the schema is in the prompt.
      assert.notInclude(requests[0]?.body.messages[0]?.content, JSON.stringify(schema))
      for (const { body } of requests.slice(1)) assert.include(body.messages[0]?.content, JSON.stringify(schema))
    }))

  it.effect("names its limit as the endpoint wants it", () =>
    Effect.gen(function*() {
      const { requests } = yield* asked(({ body }) =>
        body.max_tokens === undefined
          ? completion(data)
          : refusal(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
          ), 2)
      assert.deepStrictEqual(requests.map(({ body }) => body.max_completion_tokens), [undefined, 4096, 4096])
      assert.deepStrictEqual(formsOf(requests), ["json_schema", "json_schema", "json_schema"])
    }))
})

describe("an answer of the model", () => {
  const read = (reply: ModelReply) => Effect.map(asked(() => reply), ({ answers: [answer] }) => answer)
  const json = JSON.stringify(data)

  for (
    const [name, content] of [
      ["in prose", `The object [as asked] is {"name": "Anvil", "price": 12.5}. Ask me for more!`],
      ["in a fence after a draft", "```\n{\"name\": \"draft\"}\n```\nBetter:\n```json\n" + json + "\n```"],
      ["after a chain of thought", `<think>The name may be {"name": "Tongs"}</think>\n${json}`],
      ["with white space", `\n\n  ${json}  \n`]
    ] as const
  ) {
    it.effect(`may be ${name}`, () =>
      Effect.map(read(completion(content)), (answer) => assert.deepInclude(answer, { json: data })))
  }

  it.effect("counts its tokens whether or not it can be used", () =>
    Effect.gen(function*() {
      const tokens = { prompt: 100, completion: 20 }
      for (
        const [reply, reason] of [
          [completion("I am sorry, I cannot do that."), /not JSON/],
          [completion(json.slice(0, 12), { finish: "length" }), /cut at the maximum of tokens/],
          [completion(json, { finish: "length" }), /cut at the maximum of tokens/],
          [completion(json.slice(0, 12)), /not JSON/],
          [completion(""), /empty/],
          [completion("12"), /not JSON/]
        ] as const
      ) {
        const answer = yield* read(reply)
        assert.deepInclude(answer, { json: undefined, tokens })
        assert.match(typeof answer === "object" ? answer.fault ?? "" : "", reason)
      }
    }))

  it.effect("has no tokens where the endpoint does not count them, or counts nonsense", () =>
    Effect.gen(function*() {
      const choices = [{ message: { content: json } }]
      for (const usage of [undefined, null, { prompt_tokens: -5, completion_tokens: 1e300 }]) {
        const answer = yield* read({ body: JSON.stringify({ choices, usage }) })
        assert.deepInclude(answer, { json: data, tokens: { prompt: 0, completion: 0 } })
      }
    }))

  it.effect("that is none is a fault of the endpoint", () =>
    Effect.gen(function*() {
      for (const body of ["<!doctype html><title>Sign in</title>", "", "{}", "{\"choices\": []}", "[1]"]) {
        assert.match(fault(yield* read({ body })), /not a chat completion.*GLEANER_MODEL/)
      }
    }))
})

describe("an endpoint that fails", () => {
  it.effect("is asked again after a pause that it names", () =>
    Effect.gen(function*() {
      const { answers, requests } = yield* asked((_, number) =>
        number < 3 ? { status: 429, headers: { "retry-after": "7" } } : completion(data)
      )
      assert.deepStrictEqual(requests.map(({ at }) => at - (requests[0]?.at ?? 0)), [0, 7000, 14_000])
      assert.deepInclude(answers[0], { json: data })
    }))

  it.effect("is not waited for longer than a minute", () =>
    Effect.gen(function*() {
      const { answers, requests } = yield* asked(() => ({ status: 429, headers: { "retry-after": "3600" } }))
      assert.lengthOf(requests, 1)
      assert.match(fault(answers[0]), /429, and asks to wait for 1h/)
    }))

  it.effect("is given up after two retries", () =>
    Effect.gen(function*() {
      for (
        const [reply, reason] of [
          [{ status: 500, body: "oops" }, /answers 500; try again later/],
          [{ status: 503 }, /answers 503/],
          [{ fails: "ECONNREFUSED" }, /cannot be reached/],
          [
            { body: Stream.concat(Stream.make(new TextEncoder().encode("{\"choi")), Stream.fail("cut" as const)) },
            /closed/
          ]
        ] as const
      ) {
        const { answers, requests } = yield* asked(() => reply)
        assert.lengthOf(requests, 3)
        assert.match(fault(answers[0]), reason)
      }
    }))

  it.effect("may answer after a failure that passes", () =>
    Effect.gen(function*() {
      const { answers } = yield* asked((_, number) => number === 1 ? { fails: "ECONNRESET" } : completion(data))
      assert.deepInclude(answers[0], { json: data })
    }))

  it.effect("that is silent, or whose answer never ends, costs no more than its limits", () =>
    Effect.gen(function*() {
      const silent = yield* asked(() => ({ takes: "1 hour" }))
      assert.lengthOf(silent.requests, 1)
      assert.match(fault(silent.answers[0]), /did not answer within 2m/)
      const space = new Uint8Array(64 * 1024).fill(32)
      const endless = yield* asked(() => ({ body: Stream.forever(Stream.make(space)) }))
      assert.lengthOf(endless.requests, 1)
      assert.match(fault(endless.answers[0]), /larger than 1048576 bytes/)
      const dripping = yield* asked(() => ({
        body: Stream.forever(Stream.fromEffect(Effect.as(Effect.sleep("1 second"), new Uint8Array([32]))))
      }))
      assert.match(fault(dripping.answers[0]), /did not answer within 2m/)
    }))

  it.effect("for good is asked once", () =>
    Effect.gen(function*() {
      for (
        const [reply, reason] of [
          [refusal(`Incorrect API key provided: ${key}`, 401), /refuses the key \(401\).*GLEANER_MODEL/],
          [refusal("no", 403), /refuses the key \(403\)/],
          [refusal("no such model", 404), /404.*ends with \/v1/],
          [refusal("pay first", 402), /refuses the request with 402 \(pay first\)/],
          [{ status: 307, headers: { location: "https://elsewhere.test/" } }, /redirect/]
        ] as const
      ) {
        const { answers, requests } = yield* asked(() => reply)
        assert.lengthOf(requests, 1)
        assert.match(fault(answers[0]), reason)
      }
    }))

  it.effect("and refuses every form is a fault with its reason", () =>
    Effect.gen(function*() {
      const { answers, requests } = yield* asked(() => refusal("This   model's maximum context is 8 tokens."))
      assert.lengthOf(requests, 3)
      assert.match(fault(answers[0]), /refuses the request with 400 \(This model's maximum context is 8 tokens\.\)/)
    }))
})
