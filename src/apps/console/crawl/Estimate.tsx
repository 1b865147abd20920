import type { CrawlPlan } from "../../../contract/client/index.ts"
import { Fact } from "../ui/Fact.tsx"
import { count, plural, seconds } from "../ui/format.ts"

/** The estimate of a crawl. */
export const Estimate = ({ plan }: { readonly plan: CrawlPlan }) => (
  <section class="card estimate" aria-label="Estimate">
    <h2>
      {plan.allowed
        ? `About ${plural(plan.pages, "page")} in ${seconds(Math.ceil(plan.finish_seconds))}`
        : "robots.txt does not allow the start page"}
    </h2>
    <dl class="facts">
      <Fact name="robots.txt" value={plan.robots_line === "" ? "no rule for this URL" : plan.robots_line} />
      <Fact name="Delay in force" value={seconds(plan.delay_seconds)} />
      <Fact name="Links on the start page" value={count(plan.links)} />
      <Fact name="URLs in sitemaps" value={count(plan.sitemap_urls)} />
      {plan.lastmod !== undefined && (
        <Fact name="Last changes by sitemaps" value={`${plan.lastmod.oldest} to ${plan.lastmod.newest}`} />
      )}
    </dl>
    {plan.notes.length > 0 && <ul>{plan.notes.map((note) => <li key={note}>{note}</li>)}</ul>}
  </section>
)
