import { Effect, Option } from "effect"
import puppeteer, { type Page } from "puppeteer-core"
import { findBrowser } from "../../src/render/find-browser.ts"

/**
 * What a browser makes of a page: the tags of its elements in document order, and which of them each selector matches.
 */
export interface BrowserMatches {
  readonly tags: ReadonlyArray<string>
  /** Indices into `tags`; undefined where the browser refuses the selector. */
  readonly found: ReadonlyArray<ReadonlyArray<number> | undefined>
}

export type AskBrowser = (html: string, selectors: ReadonlyArray<string>) => Promise<BrowserMatches>

/**
 * Runs `use` with a Chromium of the system that parses pages and matches selectors. Nothing is loaded from anywhere.
 */
export const withBrowser = async <A>(use: (ask: AskBrowser) => Promise<A>): Promise<A> => {
  const found = await Effect.runPromise(findBrowser({ browser: Option.none() }))
  if (found._tag === "Missing") throw new Error(found.why)
  const browser = await puppeteer.launch({
    executablePath: found.path,
    args: [...found.args, "--no-sandbox", "--disable-gpu"]
  })
  try {
    const page = await browser.newPage()
    return await use((html, selectors) => matchesIn(page, html, selectors))
  } finally {
    await browser.close()
  }
}

const matchesIn = (page: Page, html: string, selectors: ReadonlyArray<string>): Promise<BrowserMatches> =>
  page.evaluate(
    (html, selectors) => {
      const parsed = new DOMParser().parseFromString(html, "text/html")
      const all = [...parsed.querySelectorAll("*")]
      const order = new Map(all.map((element, index) => [element, index]))
      const found = selectors.map((selector) => {
        try {
          return [...parsed.querySelectorAll(selector)].map((element) => order.get(element) ?? -1)
        } catch {
          return undefined
        }
      })
      return { tags: all.map(({ localName }) => localName), found }
    },
    html,
    [...selectors]
  )
