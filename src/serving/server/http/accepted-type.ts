import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import Negotiator from "negotiator"
import { NotAcceptable } from "../../../contract/api/Problems.ts"

/**
 * The media type that the caller prefers (RFC 9110 section 12.5.1). Fails if it takes none of them. An Accept field
 * that is missing, empty or malformed accepts any, so the first one is used. `offered` completes "Accept names nothing
 * that".
 */
export const acceptedType = Effect.fnUntraced(function*<Type extends string>(
  offered: string,
  types: ReadonlyArray<Type>
) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const accept = headers["accept"]?.split(",").filter((range) => mediaRange.test(range)).join(",") ?? ""
  const [preferred] = new Negotiator({ headers: accept === "" ? {} : { accept } }).mediaTypes([...types])
  return types.find((type) => type === preferred) ?? (yield* new NotAcceptable({
    detail: `Accept names nothing that ${offered}; send one of ${types.join(", ")}, or leave it out.`
  }))
})

const mediaRange = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;.*)?$/
