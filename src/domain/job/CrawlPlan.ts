import { Schema } from "effect"

/** What a crawl would do, before it starts. */
export const CrawlPlan = Schema.Struct({
  url: Schema.String.annotate({ description: "The seed URL." }),
  allowed: Schema.Boolean.annotate({ description: "Whether robots.txt allows the seed." }),
  robots_line: Schema.String.annotate({
    description: "The line of robots.txt that decides on the seed. Empty if no line speaks of it."
  }),
  delay_seconds: Schema.Finite.annotate({ description: "The delay in force between two requests to the site." }),
  sitemap_urls: Schema.Int.annotate({
    description: "URLs within scope that the site's sitemaps list, up to the budget; 0 without the option sitemaps."
  }),
  links: Schema.Int.annotate({ description: "URLs within scope that the seed links to." }),
  pages: Schema.Int.annotate({ description: "Pages that the crawl would fetch within its budget." }),
  finish_seconds: Schema.Finite.annotate({ description: "How long these pages would take under politeness." }),
  notes: Schema.Array(Schema.String).annotate({ description: "What the plan assumes, and what it could not find out." })
}).annotate({ identifier: "CrawlPlan" })
export interface CrawlPlan extends Schema.Schema.Type<typeof CrawlPlan> {}
