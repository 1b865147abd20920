import { requestUrlFault, withScheme } from "../../kernel/request-url.ts"

/**
 * Why a text is not an origin as in the Origin header field: scheme, host and port. It says what to write, as the end of
 * a sentence.
 */
export const originFault = (text: string): string | undefined => {
  if (text.includes("*")) {
    return "has a wildcard, which matches no host; list each origin, such as https://app.example.com"
  }
  const fault = requestUrlFault(text, anOrigin)
  if (fault !== undefined) return fault
  const { origin } = new URL(withScheme(text))
  if (origin === text) return undefined
  const [, scheme = "", authority = "", rest = ""] = /^(https?:\/\/)?([^/\\?#]*)(.*)$/is.exec(text.trim()) ?? []
  const what = scheme === ""
    ? "has no scheme"
    : rest === "/"
    ? "ends with a slash"
    : rest !== ""
    ? "has a path, query or fragment"
    : /[^\0-\x7F]/.test(authority)
    ? "has a host in Unicode, which browsers send in ASCII"
    : /[A-Z]/.test(text)
    ? "has capital letters"
    : /:\d*$/.test(authority)
    ? "has the default port of its scheme"
    : "is not written as browsers send it"
  return `${what}; write ${origin}`
}

const anOrigin = { noun: "origin", isNone: "is not an origin; give one such as https://example.com" }
