import type { Page } from "puppeteer-core"
import { launchBrowser } from "./launch-browser.ts"

/**
 * A page in a browser: the tags of its elements in document order, and the elements that each selector matches.
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
  const browser = await launchBrowser()
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
