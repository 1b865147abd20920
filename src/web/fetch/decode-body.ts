import { Result } from "effect"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { type CodingError, codingsOf, type DecodedTooLarge, withoutCodings } from "../net/content-coding.ts"
import { sniffMediaType } from "./media-type.ts"

/** A response as its site sent it. */
export interface SentResponse {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface DecodedBody {
  /** Without its content codings. */
  readonly body: Uint8Array
  /** The media type without parameters, in lower case. It is sniffed if the header is missing or wrong. */
  readonly mediaType: string
  /** The charset parameter of Content-Type as sent, or undefined. */
  readonly charset: string | undefined
}

/** Takes the content codings off a body, which then may have `maxBytes`, and finds its media type. */
export const decodeBody = (
  { body, headers }: SentResponse,
  maxBytes: number
): Result.Result<DecodedBody, DecodedTooLarge | CodingError> =>
  Result.map(withoutCodings(body, sentCodings(headers), maxBytes), (bytes) => typed(headers, bytes))

/** The error of a page whose body cannot be read, or is larger than `limit` bytes. */
export const bodyFault = (url: string, limit: number) => (error: DecodedTooLarge | CodingError): PageError =>
  error._tag === "CodingError" ? fault.wrongCoding(url, error.coding) : fault.tooLarge(url, limit)

/** Fetching refuses unknown codings. */
export const sentCodings = (headers: SentResponse["headers"]): ReadonlyArray<string> =>
  codingsOf(headers["content-encoding"]) ?? []

/** A body without codings. */
export const typed = (headers: SentResponse["headers"], body: Uint8Array): DecodedBody => {
  const { charset, essence } = sniffMediaType(headers["content-type"], body)
  return { body, mediaType: essence, charset }
}
