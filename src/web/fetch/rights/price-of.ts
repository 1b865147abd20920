import { Result } from "effect"
import type { Price } from "../../../core/domain/document/Rights.ts"
import { askedPrice } from "../../rights/price.ts"
import { decodeBody, type SentResponse } from "../decode-body.ts"

/** Max bytes of a body in which a price is searched. */
const maxBody = 64 * 1024

/** The price that a response with status 402 asks. Undefined if it names none. */
export const priceOf = (response: SentResponse): Price | undefined => {
  const decoded = Result.getOrUndefined(decodeBody(response, maxBody))
  return askedPrice(response.headers, decoded === undefined ? "" : new TextDecoder().decode(decoded.body))
}
