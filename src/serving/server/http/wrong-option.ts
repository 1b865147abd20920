import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { invalidFields } from "./decode-problems.ts"

/** The problem of one option, which is in the body or in the query. */
export const wrongOption = (name: string, detail: string) =>
  Effect.flatMap(
    HttpServerRequest.HttpServerRequest,
    ({ method }) =>
      Effect.fail(invalidFields([{ ...(method === "POST" ? { pointer: `/${name}` } : { parameter: name }), detail }]))
  )

/** The detail of an option of JSON, where Accept asks for another media type. */
export const notFor = (type: string): string => `is for JSON, and Accept asks for ${type}; leave one of them out`
