import { Result } from "effect"
import { parseHTML } from "linkedom"
import { parseSelector } from "../src/core/domain/document/parse-selector.ts"
import { parseHtml } from "../src/extract/dom/parse-html.ts"
import { elements } from "../src/extract/dom/walk.ts"
import { Budget } from "../src/extract/select/Budget.ts"
import { findElements } from "../src/extract/select/find-elements.ts"
import { decodeText } from "../src/web/fetch/charset/charset.ts"
import { type BrowserMatches, withBrowser } from "./support/browser-matches.ts"
import { bodyOf, type RealPage, realPages, setNames } from "./support/real-pages.ts"
import { randomFrom, selectorsOf } from "./support/selectors-of.ts"

/**
 * Compares the selectors of requests with a browser: on real pages, each selector has to match the elements that
 * Chromium's querySelectorAll gives on the same tree. Pages with declared shadow roots are left out: our tree has them
 * in their places. `node scripts/selectors.ts [PAGES] [SELECTORS] [SEED]`
 */
const [pageCount = 200, selectorCount = 20, seed = 1] = process.argv.slice(2).map(Number)

const random = randomFrom(seed)
const all = setNames.flatMap((set) => realPages(set))
const sourceOf = (page: RealPage): string => decodeText(bodyOf(page), undefined, "text/html", "page.example").text
const pages: Array<RealPage> = []
while (pages.length < pageCount && all.length > 0) {
  const [page] = all.splice(Math.floor(random() * all.length), 1)
  if (page !== undefined && !/shadowrootmode/i.test(sourceOf(page))) pages.push(page)
}

interface Tally {
  trees: number
  selectors: number
  same: number
  millis: number
  readonly wrong: Array<string>
}
const tally = (): Tally => ({ trees: 0, selectors: 0, same: 0, millis: 0, wrong: [] })
const own = tally()
const dom = tally()

const isSame = (a: ReadonlyArray<unknown> | undefined, b: ReadonlyArray<unknown> | undefined): boolean =>
  a !== undefined && b !== undefined && a.length === b.length && a.every((value, index) => value === b[index])

/** `find` answers what one selector matches, as indices into the elements of the tree. */
const compare = (
  counts: Tally,
  id: string,
  tags: ReadonlyArray<string>,
  browser: BrowserMatches,
  selectors: ReadonlyArray<string>,
  find: (selector: string) => ReadonlyArray<number> | undefined
): void => {
  if (!isSame(tags, browser.tags)) return void counts.wrong.push(`${id}: another tree`)
  counts.trees++
  for (const [index, selector] of selectors.entries()) {
    const started = performance.now()
    const found = find(selector)
    counts.millis += performance.now() - started
    counts.selectors++
    if (isSame(found, browser.found[index])) counts.same++
    else counts.wrong.push(`${id}: ${selector}: ${found?.length} for ${browser.found[index]?.length}`)
  }
}

await withBrowser(async (ask) => {
  for (const page of pages) {
    const source = sourceOf(page)
    const html = parseHtml(source)
    const list = [...elements(html.document)]
    const selectors = selectorsOf(html.document, selectorCount, random)
    const browser = await ask(source, selectors)
    const id = `${page.set}/${page.id}`
    const order = new Map(list.map((element, index) => [element, index]))
    compare(own, id, list.map(({ tag }) => tag), browser, selectors, (selector) => {
      const tokens = parseSelector(selector)
      if (Result.isFailure(tokens)) return undefined
      return findElements(html, tokens.success, new Budget(1e9)).map((element) => order.get(element) ?? -1)
    })
    const { document } = parseHTML(source)
    const nodes = [...document.querySelectorAll("*")]
    const places = new Map(nodes.map((node, index) => [node, index]))
    compare(dom, id, nodes.map(({ localName }) => localName), browser, selectors, (selector) => {
      try {
        return [...document.querySelectorAll(selector)].map((node) => places.get(node) ?? -1)
      } catch {
        return undefined
      }
    })
  }
})

const report = (name: string, { millis, same, selectors, trees, wrong }: Tally): void => {
  process.stdout.write(
    `${name}: the tree of ${trees} of ${pages.length} pages, ${same} of ${selectors} selectors there, ${
      (millis / Math.max(1, selectors)).toFixed(2)
    } ms each\n`
  )
  for (const line of wrong.slice(0, 12)) process.stdout.write(`  ${line.slice(0, 160)}\n`)
}
report("css-select over the page's own tree", own)
report("linkedom", dom)
process.exitCode = own.wrong.some((line) => !line.endsWith("another tree")) ? 1 : 0
