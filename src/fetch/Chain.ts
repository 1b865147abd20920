import { Result } from "effect"
import type { Redirect } from "../domain/Document.ts"
import * as fault from "../domain/page-errors.ts"
import type { PageError } from "../domain/PageError.ts"
import { ChainCookies } from "./ChainCookies.ts"
import type { FetchedPage, Page, Redirected } from "./Fetcher.ts"
import { withoutFragment } from "./redirects.ts"

/** One page's way over its redirects: where it stands, the cookies set on the way, and what it has been through. */
export class Chain {
  readonly asked: URL
  readonly redirects: Array<Redirect> = []
  /** The URL to ask for next. */
  at: URL
  private readonly cookies = new ChainCookies()
  private readonly limit: number
  private retries = 0

  constructor(asked: URL, limit: number) {
    this.asked = asked
    this.at = withoutFragment(asked)
    this.limit = limit
  }

  get cookie(): string | undefined {
    return this.cookies.headerFor(this.at)
  }

  /** With a cookie of its own way, what it is given is for itself alone. */
  get hasCookies(): boolean {
    return !this.cookies.isEmpty
  }

  /** Goes on to where an answer leads, unless the way is too long or a circle. */
  follow(hop: Redirected): Result.Result<void, PageError> {
    this.cookies.store(hop.url, hop.setCookies)
    this.retries += hop.retries
    const location = hop.target.href
    this.redirects.push({ url: hop.url.href, status: hop.status, location })
    // The same URL twice may be a cookie wall that lets one through at the second try; three times is a loop.
    if (this.redirects.filter((redirect) => redirect.location === location).length > 2) {
      return Result.fail(fault.redirects(this.asked, "the redirects run in a circle"))
    }
    if (this.redirects.length > this.limit) {
      return Result.fail(fault.redirects(this.asked, `there are more than ${this.limit} redirects`))
    }
    this.at = withoutFragment(hop.target)
    return Result.succeed(undefined)
  }

  /** The page at the end of it. */
  end(page: Page): FetchedPage {
    return {
      ...page,
      url: this.asked.href,
      finalUrl: page.url.href,
      redirects: this.redirects,
      retries: this.retries + page.retries
    }
  }
}
