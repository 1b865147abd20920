import { assert } from "@effect/vitest"
import { Effect, Layer, Option, Result } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { Model } from "../../../../src/crawling/wrappers/model/Model.ts"
import { whileTimePasses } from "../../../../src/testing/time-passes.ts"
import {
  type ModelReply,
  type ModelRequest,
  type ScriptedModel,
  scriptedModel
} from "../../../support/web/scripted-model.ts"

export const key = "sk-0123456789-secret"
export const schema = { type: "object", properties: { name: { type: "string" }, price: { type: "number" } } }
export const page = { schema, text: "Anvil\n\n12.50 EUR" }
export const data = { name: "Anvil", price: 12.5 }

export const keyFile = (text: string): string => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-model-")), "key")
  fs.writeFileSync(file, text)
  return file
}

export const modelOver = (web: Pick<ScriptedModel, "layer">, file: string | undefined = keyFile(`${key}\n`)) =>
  Model.layerNoDeps.pipe(
    Layer.provide(web.layer),
    Layer.provide(Settings.layerWith({
      model: Option.some({ url: "https://model.test/v1", name: "small", keyFile: file })
    }))
  )

/** Reads pages in turn by one endpoint. A fault is its message. */
export const asked = (reply: (request: ModelRequest, number: number) => ModelReply, times = 1) => {
  const web = scriptedModel(reply)
  return Effect.gen(function*() {
    const model = yield* Model
    const answers = yield* Effect.forEach(
      Array.from({ length: times }),
      () => Effect.result(model.read(page))
    )
    return {
      requests: web.requests,
      answers: answers.map((answer) => Result.isSuccess(answer) ? answer.success : answer.failure.message)
    }
  }).pipe(Effect.provide(modelOver(web)), whileTimePasses)
}

export const formsOf = (requests: ReadonlyArray<ModelRequest>) =>
  requests.map(({ body: { response_format } }) => response_format?.type ?? "none")

export const fault = (answer: unknown): string =>
  typeof answer === "string" ? answer : assert.fail(JSON.stringify(answer))
