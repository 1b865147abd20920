import { CookieJar } from "tough-cookie"

/** Cookies of one redirect chain: some sites set one and redirect. They live no longer than the fetch. */
export class ChainCookies {
  private jar: CookieJar | undefined

  store(url: URL, setCookies: ReadonlyArray<string>): void {
    if (setCookies.length === 0) return
    this.jar ??= new CookieJar(undefined, { rejectPublicSuffixes: true, looseMode: true })
    for (const cookie of setCookies.slice(0, maxCookies)) {
      this.jar.setCookieSync(cookie, url.href, { ignoreError: true })
    }
  }

  get isEmpty(): boolean {
    return this.jar === undefined
  }

  /** The value of the Cookie field for this URL, or undefined. */
  headerFor(url: URL): string | undefined {
    return this.jar?.getCookieStringSync(url.href) || undefined
  }
}

const maxCookies = 50
