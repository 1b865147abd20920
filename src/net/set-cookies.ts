import { Predicate } from "effect"
import type { HttpClientResponse } from "effect/http"

/**
 * The Set-Cookie fields of an answer, one by one (RFC 9110 section 5.3: they are the only fields that cannot be joined and
 * split again). Effect's record of fields joins them; the answers of its clients keep their library's own answer as `source`.
 */
export const setCookiesOf = (response: HttpClientResponse.HttpClientResponse): ReadonlyArray<string> => {
  const fields = Predicate.hasProperty(response, "source") && Predicate.hasProperty(response.source, "headers")
    ? response.source.headers
    : undefined
  if (fields instanceof Headers) return fields.getSetCookie()
  const value = Predicate.hasProperty(fields, "set-cookie") ? fields["set-cookie"] : undefined
  return (Array.isArray(value) ? value : [value]).filter(Predicate.isString)
}
