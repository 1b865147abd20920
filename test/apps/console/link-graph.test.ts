import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { pagesIn, pathTree } from "../../../src/apps/console/job/graph/path-tree.ts"
import { siteTree } from "../../../src/apps/console/job/graph/site-tree.ts"
import { above, moveBy, shownPlaces } from "../../../src/apps/console/ui/lists/tree-keys.ts"
import type { LedgerRow } from "../../../src/contract/client/index.ts"
import { consoleOverSite, type ConsolePage } from "../../support/entries/console-over-site.ts"
import { type ChangingSite, changingSite } from "../../support/web/changing-site.ts"
import { type FixtureSite, startFixtureSite } from "../../support/web/fixture-site.ts"

const inBrowser = consoleOverSite()
let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.close())

const rowsOf = (parents: ReadonlyArray<number>): ReadonlyArray<LedgerRow> => {
  const depths: Array<number> = []
  return parents.map((parent, index) => {
    const above = index === 0 ? -1 : parent % index
    const depth = depths[index] = index === 0 ? 0 : (depths[above] ?? 0) + 1
    const found_on = index === 0 ? "" : `https://example.com/${above}`
    return {
      url: `https://example.com/${index}`,
      outcome: "stored",
      code: "",
      status: 200,
      depth,
      found_on,
      elapsed_ms: 1
    }
  })
}

describe("the tree of the link graph", () => {
  const sites = fc.array(fc.nat(40), { minLength: 1, maxLength: 40 }).map(rowsOf)

  it("shows every page once, and each below the one that it was found on", () => {
    fc.assert(fc.property(sites, (rows) => {
      const first = siteTree(rows).filter(({ parent }) => parent === undefined)
      const shown = shownPlaces(first, new Set(rows.map(({ url }) => url)))
      assert.sameMembers(shown.map(({ row }) => row.url), rows.map(({ url }) => url))
      for (const { parent, position, row } of shown) {
        assert.strictEqual(parent?.row.url ?? "", row.found_on)
        const siblings = parent?.children ?? first
        assert.strictEqual(siblings[position - 1]?.row, row)
      }
    }))
  })

  it("is walked by ArrowDown from its first page to its last, and by ArrowLeft back to the start", () => {
    fc.assert(fc.property(sites, fc.array(fc.nat(40)), (rows, opened) => {
      const first = siteTree(rows).filter(({ parent }) => parent === undefined)
      const open = new Set(opened.map((index) => `https://example.com/${index}`))
      const shown = shownPlaces(first, open)
      const walked = shown.slice(0, 1)
      for (let at = walked[0]; at !== undefined;) {
        at = moveBy("ArrowDown", shown, open, at)?.to
        if (at !== undefined) walked.push(at)
      }
      assert.deepStrictEqual(walked, [...shown])
      const last = shown.at(-1)
      assert.isDefined(last)
      for (const url of last === undefined ? [] : above(last)) {
        const before = shown.find(({ row }) => row.url === url)
        const child = before?.children.find((child) => child === last || above(last).includes(child.row.url))
        assert.strictEqual(child && moveBy("ArrowLeft", shown, new Set(), child)?.to, before)
      }
    }))
  })
})

describe("the folders of a site", () => {
  const outcomes = ["stored", "duplicate", "skipped", "failed"] as const
  const rowAt = (url: string, outcome: LedgerRow["outcome"]): LedgerRow => ({
    url,
    outcome,
    code: "",
    status: 200,
    depth: 0,
    found_on: "",
    elapsed_ms: 1
  })
  const name = fc.constantFrom("a", "b", "c", "")
  const urls = fc.uniqueArray(
    fc.tuple(
      fc.constantFrom("https://a.example", "http://b.example:81"),
      fc.array(name, { maxLength: 4 }),
      fc.boolean()
    )
      .map(([origin, names, hasQuery]) => `${origin}/${names.join("/")}${hasQuery ? "?q=/x" : ""}`),
    { minLength: 1, maxLength: 40 }
  )

  it("have each page once, and each folder the number of pages below it by outcome", () => {
    fc.assert(fc.property(urls, (urls) => {
      const rows = urls.map((url, index) => rowAt(url, outcomes[index % outcomes.length] ?? "stored"))
      const places = pathTree(rows)
      assert.sameMembers(places.flatMap(({ row }) => row === undefined ? [] : [row.url]), urls)
      assert.strictEqual(new Set(places.map(({ key }) => key)).size, places.length)
      for (const { children, counts, parent, position, row } of places) {
        for (const outcome of outcomes) {
          const below = children.reduce((sum, child) => sum + child.counts[outcome], 0)
          assert.strictEqual(counts[outcome], below + (row?.outcome === outcome ? 1 : 0))
        }
        assert.strictEqual(
          (parent?.children ?? places.filter((one) => one.parent === undefined))[position - 1]?.counts,
          counts
        )
      }
      const hosts = places.filter(({ parent }) => parent === undefined)
      assert.strictEqual(hosts.reduce((sum, host) => sum + pagesIn(host), 0), urls.length)
    }))
  })

  it("have the largest first", () => {
    const rows = ["/", "/a", "/b/1", "/b/2", "/c/1"].map((path) => rowAt(`https://a.example${path}`, "stored"))
    assert.deepStrictEqual(pathTree(rows).map(({ level, name }) => `${level} ${name}`), [
      "1 https://a.example",
      "2 /b",
      "3 /1",
      "3 /2",
      "2 /",
      "2 /a",
      "2 /c",
      "3 /1"
    ])
  })
})

/** The page that a screen reader would say, in the list of the graph. */
const spoken = ({ page }: ConsolePage): Promise<string> =>
  page.$eval(
    "[role=tree]",
    (tree) => document.getElementById(tree.getAttribute("aria-activedescendant") ?? "")?.textContent ?? ""
  )

describe("the link graph of the console", () => {
  it("is used with only the keyboard: the chosen page is said, and drawn in the picture", async () => {
    const { service } = inBrowser
    const { id } = await (await service.call("/v1/crawl", { json: { url: `${site.url}/`, max_depth: 2 } })).json() as {
      id: string
    }
    await (await service.call(`/v1/jobs/${id}/events`)).text()
    const opened = await inBrowser.signedIn(`jobs/${id}`)
    const { click, faults, page, text } = opened
    await click("Link graph", "tab")
    await page.waitForSelector("[data-drawn]")
    const drawn = (url: string) => page.waitForSelector(`[data-chosen="${url}"]`)
    await page.focus("[role=tree]")
    await drawn(`${site.url}/`)
    assert.include(await spoken(opened), "pages below")

    await page.keyboard.press("ArrowDown")
    await page.waitForFunction(
      (start) => document.querySelector<HTMLElement>(".canvas")?.dataset["chosen"] !== start,
      {},
      `${site.url}/`
    )
    const second = await spoken(opened)
    assert.notInclude(second, "127.0.0.1")
    assert.strictEqual(
      await page.$eval("[role=treeitem][aria-selected=true]", (item) => item.getAttribute("aria-level")),
      "2"
    )

    await page.keyboard.press("Enter")
    await page.waitForSelector("dialog[open]")
    assert.include(await text("dialog"), second.split(",")[0] ?? "")
    await page.keyboard.press("Escape")
    await page.waitForSelector("dialog[open]", { hidden: true })

    // A collapsed start shows no other page.
    await page.focus("[role=tree]")
    await page.keyboard.press("ArrowLeft")
    await drawn(`${site.url}/`)
    await page.keyboard.press("ArrowLeft")
    await page.waitForSelector("[role=treeitem][aria-expanded=false][aria-selected=true]")
    assert.lengthOf(await page.$$("[role=treeitem]"), 1)
    await page.keyboard.press("ArrowRight")
    await page.waitForSelector("[role=treeitem][aria-level='2']")
    assert.deepStrictEqual(faults, [])
  })
})

let changing: ChangingSite
beforeAll(async () => {
  changing = await changingSite()
})
afterAll(() => changing.close())

describe("the links of a page in the console", () => {
  it("are listed with their counts, and filtered", async () => {
    const { click, faults, page, says } = await inBrowser.signedIn("discover")
    await page.locator("input[name=url]").fill(`${changing.url}/`)
    await click("List the links")
    await page.waitForSelector(".document")
    await says("4 links")
    await says(/Of this site\s+4/)
    await page.select("select[aria-label='Which links']", "nofollow")
    await says("0 of 4 links")
    await page.select("select[aria-label='Which links']", "internal")
    await page.locator("input[type=search]").fill("tides")
    await says("1 of 4 links")
    assert.deepStrictEqual(faults, [])
  })

  it("are not requested by a link to the view", async () => {
    const { page, says } = await inBrowser.signedIn(`discover?url=${encodeURIComponent(`${changing.url}/fees`)}`)
    await page.waitForFunction(
      (url) => document.querySelector<HTMLInputElement>("input[name=url]")?.value === url,
      {},
      `${changing.url}/fees`
    )
    await says("No page yet")
    assert.isNull(await page.$(".document"))
  })
})
