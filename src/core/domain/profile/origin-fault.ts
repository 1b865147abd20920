import { requestUrlFault, withScheme } from "../../kernel/request-url.ts"

/**
 * Why a text is not an origin as in the Origin header field: scheme, host and port. It says what to write, as the end of
 * a sentence.
 */
export const originFault = (text: string): string | undefined => {
  if (text.includes("*")) {
    return "has a wildcard, which matches no host; list each origin, such as https://app.example.com"
  }
  const fault = requestUrlFault(text)
  if (fault !== undefined) {
    return fault.replace("a URL", "an origin").replace("the URL", "the origin").replace("/page", "")
  }
  const { origin, hash, pathname, search } = new URL(withScheme(text))
  if (origin === text) return undefined
  const [, scheme = "", authority = "", rest = ""] = /^(https?:\/\/)?([^/\\?#]*)(.*)$/is.exec(text.trim()) ?? []
  const what = scheme === ""
    ? "has no scheme"
    : pathname !== "/" || search !== "" || hash !== ""
    ? "has a path, query or fragment"
    : rest !== ""
    ? "ends with a slash"
    : /[^\0-\x7F]/.test(authority)
    ? "has a host in Unicode, which browsers send in ASCII"
    : /[A-Z]/.test(text)
    ? "has capital letters"
    : /:\d*$/.test(authority)
    ? "has the default port of its scheme"
    : "is not written as browsers send it"
  return `${what}; write ${origin}`
}
