import { Result } from "effect"
import { maxUrlLength } from "../../core/domain/WebUrl.ts"

export const withoutFragment = (url: URL): URL => {
  if (url.hash === "") return url
  const copy = new URL(url)
  copy.hash = ""
  return copy
}

export const redirectStatus: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export const isRedirect = (status: number, headers: Readonly<Record<string, string>>): boolean =>
  redirectStatus.has(status) && headers["location"] !== undefined

/**
 * Where a response redirects to (Fetch standard, "location URL"). Undefined if it does not redirect; a failure if the
 * target is not a URL that we fetch. User names and passwords are dropped.
 */
export const redirectTarget = (
  { headers, status }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
  url: URL
): Result.Result<URL | undefined, string> => {
  const location = headers["location"]
  if (location === undefined || !redirectStatus.has(status)) return Result.succeed(undefined)
  const tooLong = Result.fail(`the site redirects to a URL of more than ${maxUrlLength} characters`)
  // Checked before anything reads it. Encoding makes it no shorter.
  if (location.length > maxUrlLength) return tooLong
  const target = URL.parse(utf8(location), url)
  if (target === null) return Result.fail("the site redirects to an invalid URL")
  if (target.protocol !== "http:" && target.protocol !== "https:") {
    return Result.fail(`the site redirects to a ${target.protocol.slice(0, -1)} URL`)
  }
  target.username = ""
  target.password = ""
  if (target.href.length > maxUrlLength) return tooLong
  return Result.succeed(target)
}

/** Header fields come as one character for each byte. Browsers read a non-ASCII Location as UTF-8. */
const utf8 = (location: string): string =>
  /[\u0080-\u00FF]/.test(location) ? Buffer.from(location, "latin1").toString("utf8") : location
