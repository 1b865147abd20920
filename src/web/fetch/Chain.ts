import { Result } from "effect"
import type { Redirect } from "../../core/domain/document/Trace.ts"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { credentialsFor, type SiteCredentials, withoutSecrets } from "../../core/domain/SiteCredentials.ts"
import { withoutFragment } from "../net/redirects.ts"
import { ChainCookies } from "./ChainCookies.ts"
import type { FetchedPage, Page, Redirected } from "./Hop.ts"

/** The way of one page over its redirects: where it is now, its cookies, and the redirects so far. */
export class Chain {
  readonly asked: URL
  readonly redirects: Array<Redirect> = []
  /** The URL to fetch next. */
  at: URL
  private readonly cookies = new ChainCookies()
  private readonly limit: number
  private given: SiteCredentials | undefined
  private retries = 0
  private last: Page | undefined

  constructor(asked: URL, limit: number, credentials?: SiteCredentials) {
    this.given = credentials
    this.asked = asked
    this.at = withoutFragment(asked)
    this.limit = limit
  }

  get cookie(): string | undefined {
    return this.cookies.headerFor(this.at)
  }

  /**
   * Once a redirect has left their origin, they are sent no more, not even back there (as the Fetch standard does with
   * Authorization). The page stays out of the cache all the same.
   */
  get credentials(): SiteCredentials | undefined {
    return this.given
  }

  /** With a cookie of its own chain, its answer is for itself only. */
  get hasCookies(): boolean {
    return !this.cookies.isEmpty
  }

  /** Follows a redirect, unless the chain is too long or runs in a circle. */
  follow(hop: Redirected): Result.Result<void, PageError> {
    this.cookies.store(hop.url, hop.setCookies)
    this.retries += hop.retries
    const location = hop.target.href
    this.redirects.push({ url: hop.url.href, status: hop.status, location })
    // The same URL twice may be a cookie wall that opens at the second try. Three times is a loop.
    if (this.redirects.filter((redirect) => redirect.location === location).length > 2) {
      return Result.fail(fault.redirects(this.asked, "the redirects run in a circle"))
    }
    if (this.redirects.length > this.limit) {
      return Result.fail(fault.redirects(this.asked, `there are more than ${this.limit} redirects`))
    }
    this.at = withoutFragment(hop.target)
    this.given = this.given && (credentialsFor(this.given, this.at) ?? withoutSecrets(this.given))
    return Result.succeed(undefined)
  }

  /** Follows a refresh of the page at its end. */
  refresh(target: URL): Result.Result<void, PageError> {
    if (this.last === undefined) return Result.succeed(undefined)
    const seen = [this.asked.href, ...this.redirects.map(({ location }) => location)]
    // A page that loads itself again and again is read once.
    if (seen.includes(target.href)) return Result.fail(fault.redirects(this.asked, "the redirects run in a circle"))
    return this.follow({ ...this.last, _tag: "Redirected", target })
  }

  /** The page at the end of it. */
  end(page: Page): FetchedPage {
    this.last = page
    return {
      ...page,
      url: this.asked.href,
      finalUrl: page.url.href,
      // A refresh may add further ones.
      redirects: [...this.redirects],
      ...(this.hasCookies ? { hasCookies: true } : {}),
      retries: this.retries + page.retries
    }
  }
}
