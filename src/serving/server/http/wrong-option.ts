import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { contradiction } from "../../../core/domain/options/contradiction.ts"
import { invalidFields } from "./decode-problems.ts"

/** The problem of one option, which is in the body or in the query. */
export const wrongOption = (name: string, detail: string) =>
  Effect.flatMap(
    HttpServerRequest.HttpServerRequest,
    ({ method }) =>
      Effect.fail(invalidFields([{ ...(method === "POST" ? { pointer: `/${name}` } : { parameter: name }), detail }]))
  )

/** Refuses options of the cache that contradict each other. */
export const checkAge = (options: Parameters<typeof contradiction>[0]) => {
  const fault = contradiction(options)
  return fault === undefined ? Effect.void : wrongOption("max_age_seconds", fault)
}

/** The detail of an option of JSON, where Accept asks for another media type. */
export const notFor = (type: string): string => `is for JSON, and Accept asks for ${type}; leave one of them out`
