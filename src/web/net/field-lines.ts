import { Predicate } from "effect"
import type { HttpClientResponse } from "effect/http"

/** The Set-Cookie fields of a response, one by one: they cannot be joined and split again (RFC 9110 section 5.3). */
export const setCookiesOf = (response: HttpClientResponse.HttpClientResponse): ReadonlyArray<string> =>
  fieldLines(response, "set-cookie")

/**
 * The lines of a field, one by one. Effect's record of fields joins them, but the responses of its clients have the
 * library's own response as `source`.
 */
export const fieldLines = (
  response: HttpClientResponse.HttpClientResponse,
  name: string
): ReadonlyArray<string> => {
  const fields = Predicate.hasProperty(response, "source") && Predicate.hasProperty(response.source, "headers")
    ? response.source.headers
    : undefined
  if (fields instanceof Headers) return name === "set-cookie" ? fields.getSetCookie() : [fields.get(name) ?? []].flat()
  const value = Predicate.hasProperty(fields, name) ? fields[name] : undefined
  return (Array.isArray(value) ? value : [value]).filter(Predicate.isString)
}
