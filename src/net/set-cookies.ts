import { Predicate } from "effect"
import type { HttpClientResponse } from "effect/http"

/**
 * The Set-Cookie fields of a response, one by one. They are the only fields that cannot be joined and split again (RFC
 * 9110 section 5.3). Effect's record of fields joins them, but the responses of its clients keep the library's own
 * response as `source`.
 */
export const setCookiesOf = (response: HttpClientResponse.HttpClientResponse): ReadonlyArray<string> => {
  const fields = Predicate.hasProperty(response, "source") && Predicate.hasProperty(response.source, "headers")
    ? response.source.headers
    : undefined
  if (fields instanceof Headers) return fields.getSetCookie()
  const value = Predicate.hasProperty(fields, "set-cookie") ? fields["set-cookie"] : undefined
  return (Array.isArray(value) ? value : [value]).filter(Predicate.isString)
}
