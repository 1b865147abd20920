import { Schema } from "effect"
import { FieldName } from "../document/FieldName.ts"

const maxFields = 30
const maxValueLength = 4096

/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/

/** RFC 9110 section 5.5, without the bytes above ASCII. CR, LF and NUL would start another field. */
const fieldValue = /^(?:[\x21-\x7E](?:[\t\x20-\x7E]*[\x21-\x7E])?)?$/

/** RFC 6265 section 4.1.1, and the further characters that browsers accept. */
const cookieValue = /^(?:[\x21-\x3A\x3C-\x7E](?:[\x20-\x3A\x3C-\x7E]*[\x21-\x3A\x3C-\x7E])?)?$/

const hopByHop = "belongs to the connection, not to the page; leave it out"
const ours = "is set by Gleaner itself; leave it out"

/** Header fields that a caller may not set, with the reason. */
const refused: ReadonlyMap<string, string> = new Map(Object.entries({
  "host": "would select another host than the URL; leave it out",
  "user-agent": "can only be set by the operator (GLEANER_USER_AGENT); leave it out",
  "cookie": "has its own option; use cookies",
  "connection": hopByHop,
  "keep-alive": hopByHop,
  "proxy-authenticate": hopByHop,
  "proxy-authorization": hopByHop,
  "proxy-connection": hopByHop,
  "te": hopByHop,
  "trailer": hopByHop,
  "transfer-encoding": hopByHop,
  "upgrade": hopByHop,
  "accept-encoding": ours,
  "content-length": ours,
  "expect": ours,
  "if-match": ours,
  "if-modified-since": ours,
  "if-none-match": ours,
  "if-range": ours,
  "if-unmodified-since": ours,
  "range": ours
}))

const headerFault = (name: string, value: string): string | undefined => {
  if (!token.test(name)) return "is not a valid header field name; use letters, digits and -"
  const why = refused.get(name.toLowerCase())
  if (why !== undefined) return why
  if (value.length > maxValueLength) return `has a value of more than ${maxValueLength} characters`
  return fieldValue.test(value)
    ? undefined
    : "has a value with a line break or another character that is invalid in a header field"
}

const cookieFault = (name: string, value: string): string | undefined => {
  if (!token.test(name)) return "is not a valid cookie name; use letters, digits, - and _"
  if (value.length > maxValueLength) return `has a value of more than ${maxValueLength} characters`
  return cookieValue.test(value)
    ? undefined
    : "has a value with a semicolon, a line break or another character that is invalid in a cookie"
}

/** Names with values. An error contains the name of the field, never its value. */
const fields = (fault: (name: string, value: string) => string | undefined) =>
  Schema.Record(FieldName, Schema.String.annotate({ message: "must be text" })).check(
    Schema.makeFilter((given: Readonly<Record<string, string>>) => {
      const all = Object.entries(given)
      if (all.length > maxFields) return `has more than ${maxFields} fields`
      const names = new Set(all.map(([name]) => name.toLowerCase()))
      if (names.size < all.length) return "has the same name twice, in different case"
      return all.flatMap(([name, value]) => {
        const issue = fault(name, value)
        return issue === undefined ? [] : [{ path: [name], issue }]
      })
    })
  )

/** The values are secrets: redacted as soon as they are decoded. */
export const RequestHeaders = Schema.RedactedFromValue(fields(headerFault))
export const RequestCookies = Schema.RedactedFromValue(fields(cookieFault))

/** The name of a profile, which is part of its address. */
export const ProfileName = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, {
    message: "must have 1 to 64 letters, digits, dots, hyphens or underscores, and begin with a letter or a digit"
  })
)
