import { assert, describe, it } from "@effect/vitest"
import { urlTemplate } from "../../../../src/core/domain/url-template.ts"
import { dayMillis, firstVisit, withVisit } from "../../../../src/crawling/crawl/revisit/page-history.ts"
import {
  changeRates,
  type KnownHistory,
  type RevisitBudget,
  revisitPlan
} from "../../../../src/crawling/crawl/revisit/revisit-plan.ts"
import { allSlices } from "../../../support/all-slices.ts"

const site = "https://example.com"

const planOf = (pages: ReadonlyArray<KnownHistory>, budget: RevisitBudget) => allSlices(revisitPlan(pages, budget))

/** A page with daily visits until today, some of which found a change. */
const page = (
  path: string,
  visits: number,
  isChanged: (visit: number) => boolean,
  lastmod?: (visit: number) => number
): KnownHistory => {
  let history = firstVisit(0)
  for (let visit = 1; visit <= visits; visit++) {
    history = withVisit(history, {
      at: visit * dayMillis,
      isChanged: isChanged(visit),
      lastmod: lastmod?.(visit)
    })
  }
  return { url: site + path, history }
}

const daily = (now: number) => ({ now: now * dayMillis, interval: dayMillis, requests: 1000 })
const never = () => false
const always = () => true

describe("a plan of revisits", () => {
  it("requests what changes often, and leaves out what never did", () => {
    const pages = [page("/often", 20, always), page("/never/a", 20, never)]
    const plan = planOf(pages, daily(21))
    assert.isUndefined(plan.skips(`${site}/often`, undefined))
    assert.strictEqual(plan.skips(`${site}/never/a`, undefined), "not_due")
    assert.isUndefined(plan.skips(`${site}/unknown`, undefined))
  })

  it("requests each page before it is a week old, also if the next job comes later than that", () => {
    const pages = [page("/never", 20, never)]
    assert.strictEqual(planOf(pages, daily(26)).skips(`${site}/never`, undefined), "not_due")
    assert.isUndefined(planOf(pages, daily(27)).skips(`${site}/never`, undefined))
    const everyThreeDays = { ...daily(25), interval: 3 * dayMillis }
    assert.isUndefined(planOf(pages, everyThreeDays).skips(`${site}/never`, undefined))
  })

  it("spends a small budget on pages of a week first, then on those that change most often", () => {
    const pages = [
      page("/often", 20, always),
      page("/sometimes", 20, (visit) => visit % 2 === 0),
      page("/never", 14, never)
    ]
    const requested = (requests: number) => {
      const plan = planOf(pages, { ...daily(21), requests })
      return pages.map(({ url }) => url.slice(site.length)).filter((path) =>
        plan.skips(site + path, undefined) === undefined
      )
    }
    assert.deepStrictEqual(requested(1), ["/never"])
    assert.deepStrictEqual(requested(2), ["/often", "/never"])
    assert.deepStrictEqual(requested(3), ["/often", "/sometimes", "/never"])
  })

  it("expects of a new page what similar pages do", () => {
    const siblings = (folder: string, isChanged: () => boolean) =>
      Array.from({ length: 5 }, (_, index) => page(`${folder}${index}`, 20, isChanged))
    const rates = allSlices(changeRates([
      ...siblings("/news/", always),
      ...siblings("/docs/", never),
      page("/news/new", 0, never),
      page("/docs/new", 0, never)
    ]))
    assert.isAbove(rates.get(`${site}/news/new`) ?? 0, 10 * (rates.get(`${site}/docs/new`) ?? Infinity))
  })

  it("takes a page as unchanged by a sitemap that has announced every change", () => {
    const trusted = page("/a", 20, always, (visit) => (visit - 0.5) * dayMillis)
    const plan = planOf([trusted, page("/b", 20, never)], daily(21))
    assert.strictEqual(plan.skips(trusted.url, 19.5 * dayMillis), "sitemap_unchanged")
    assert.isUndefined(plan.skips(trusted.url, 20.5 * dayMillis))
    assert.isUndefined(plan.skips(`${site}/b`, 20.5 * dayMillis))
  })

  it("visits a page each week, whatever the sitemap says", () => {
    const trusted = page("/a", 20, always, (visit) => (visit - 0.5) * dayMillis)
    assert.isUndefined(planOf([trusted], daily(27)).skips(trusted.url, 0))
  })

  it("believes no sitemap that missed changes, or has too few of them", () => {
    const missed = page("/a", 20, always, () => 0)
    assert.isUndefined(planOf([missed], daily(21)).skips(missed.url, 0))
    const few = page("/a", 20, (visit) => visit > 18, (visit) => (visit - 0.5) * dayMillis)
    assert.notStrictEqual(planOf([few], daily(21)).skips(few.url, 0), "sitemap_unchanged")
  })

  it("requests nothing more because of a sitemap with the time of its own generation", () => {
    const generated = (visit: number) => visit * dayMillis
    const pages = [page("/a", 20, (visit) => visit % 4 === 0, generated), page("/never/b", 20, never, generated)]
    const plan = planOf(pages, daily(21))
    assert.strictEqual(plan.skips(`${site}/never/b`, 21 * dayMillis), "not_due")
  })
})

describe("the template of a URL", () => {
  it("has no last segments, no segments with digits and no values of the query", () => {
    assert.strictEqual(urlTemplate(`${site}/news/2026/11/a-title`), "example.com/news/*/*/*")
    assert.strictEqual(urlTemplate(`${site}/list?page=2&by=age`), "example.com/*?by&page")
    assert.strictEqual(urlTemplate(`${site}/docs/`), "example.com/docs/")
    assert.strictEqual(urlTemplate(site), "example.com/")
  })
})
