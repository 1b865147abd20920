import { Schema } from "effect"

/** Estimate of a crawl that has not been started. */
export const CrawlPlan = Schema.Struct({
  url: Schema.String.annotate({ description: "The seed URL." }),
  allowed: Schema.Boolean.annotate({ description: "Whether robots.txt allows the seed." }),
  robots_line: Schema.String.annotate({
    description: "The line of robots.txt that decides about the seed; empty if none applies."
  }),
  delay_seconds: Schema.Finite.annotate({
    description: "Effective delay between two requests to the site, in seconds."
  }),
  sitemap_urls: Schema.Int.annotate({
    description: "URLs in scope listed in the site's sitemaps, up to max_pages; 0 if the crawl reads none."
  }),
  lastmod: Schema.optionalKey(
    Schema.Struct({
      urls: Schema.Int.annotate({ description: "Number of these URLs for which a sitemap has a date." }),
      oldest: Schema.String.annotate({ description: "Oldest of these dates, as YYYY-MM-DD in UTC." }),
      newest: Schema.String.annotate({ description: "Newest of these dates, as YYYY-MM-DD in UTC." })
    }).annotate({ description: "Dates of the last change in the sitemaps. Absent if no listed URL has one." })
  ),
  links: Schema.Int.annotate({ description: "URLs in scope that the seed links to; 0 with source sitemaps." }),
  pages: Schema.Int.annotate({ description: "Pages that the crawl would fetch, at most max_pages." }),
  finish_seconds: Schema.Finite.annotate({ description: "Estimated duration with the delay in force, in seconds." }),
  notes: Schema.Array(Schema.String).annotate({
    description: "Assumptions of the plan and facts that could not be determined."
  })
}).annotate({ identifier: "CrawlPlan" })
export interface CrawlPlan extends Schema.Schema.Type<typeof CrawlPlan> {}
