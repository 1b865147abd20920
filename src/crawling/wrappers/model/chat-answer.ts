import { Option, Schema } from "effect"
import { findJson } from "./find-json.ts"

/** An answer of the model to one page. */
export interface ChatAnswer {
  /** The JSON of the answer. Undefined if it has none that is whole. */
  readonly json: object | undefined
  /** Tokens as the endpoint counts them, 0 if it does not. */
  readonly tokens: { readonly prompt: number; readonly completion: number }
  /** Why there is no JSON. Completes a sentence. */
  readonly fault: string | undefined
}

/** Undefined if the body is not a chat completion. */
export const chatAnswer = (body: string): ChatAnswer | undefined => {
  const decoded = Option.getOrUndefined(decodeCompletion(body))
  const [choice] = decoded?.choices ?? []
  if (decoded === undefined || choice === undefined) return undefined
  const content = choice.message.content ?? ""
  const json = choice.finish_reason === "length" ? undefined : findJson(content)
  const { completion_tokens, prompt_tokens, total_tokens } = decoded.usage ?? {}
  const prompt = tokens(prompt_tokens)
  const fault = json !== undefined
    ? undefined
    : choice.finish_reason === "length"
    ? "its answer was cut at the maximum of tokens"
    : content.trim() === ""
    ? "its answer is empty"
    : "its answer is not JSON"
  return {
    json,
    tokens: { prompt, completion: tokens(completion_tokens) || Math.max(0, tokens(total_tokens) - prompt) },
    fault
  }
}

/** A server may count anything. */
const tokens = (count: number | null | undefined): number =>
  typeof count === "number" && count > 0 && count < maxTokens ? Math.round(count) : 0

const maxTokens = 1e9

/** The reason of an error answer, without secrets and at most some words. Empty if it has none. */
export const errorReason = (body: string, secret: string | undefined): string => {
  const { error, message } = Option.getOrUndefined(decodeError(body)) ?? {}
  const said = typeof error === "string" ? error : error?.message ?? message ?? ""
  const safe = secret === undefined ? said : said.replaceAll(secret, "***")
  return safe.replace(/\s+/g, " ").trim().slice(0, maxReason)
}

const maxReason = 200

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** The fields that are read (https://platform.openai.com/docs/api-reference/chat/object). */
const Completion = Schema.Struct({
  choices: Schema.Array(Schema.Struct({
    message: Schema.Struct({ content: optional(Schema.String) }),
    finish_reason: optional(Schema.String)
  })),
  usage: optional(Schema.Struct({
    prompt_tokens: optional(Schema.Finite),
    completion_tokens: optional(Schema.Finite),
    total_tokens: optional(Schema.Finite)
  }))
})

const decodeCompletion = Schema.decodeUnknownOption(Schema.fromJsonString(Completion))

const decodeError = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({
  error: Schema.optionalKey(Schema.Union([Schema.String, Schema.Struct({ message: Schema.String })])),
  message: Schema.optionalKey(Schema.String)
})))
