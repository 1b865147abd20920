import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * Files that take ten seconds and more. They begin first, so that no worker is left alone with one at the end. Vitest
 * learns such an order from earlier runs, and begins with the largest files where there was none.
 */
const longest = [
  "crawling/stores/postgres.test.ts",
  "serving/server/handlers/profile-attacks.test.ts",
  "apps/console/views.test.ts",
  "extract/workers/Readers.test.ts",
  "crawling/stores/sqlite/contract.test.ts",
  "apps/console/schedules.test.ts",
  "serving/mcp/tools.test.ts",
  "docs/browser.test.ts",
  "crawling/stores/postgres/DomainLease.test.ts",
  "serving/server/handlers/profiles.test.ts",
  "apps/console/large-job.test.ts",
  "crawling/simulation/simulation.test.ts",
  "apps/cli/resume.test.ts",
  "web/render/renderer.test.ts",
  "apps/cli/commands.test.ts",
  "conformance/options.test.ts",
  "apps/console/crawl.test.ts",
  "crawling/stores/postgres/operator.test.ts",
  "extract/workers/parent.test.ts",
  "apps/cli/mirror.test.ts",
  "crawling/crawl/pace.test.ts",
  "web/render/actions-over-http.test.ts",
  "serving/server/handlers/scans.test.ts",
  "apps/console/results.test.ts",
  "apps/console/wrappers.test.ts",
  "crawling/stores/postgres/nodes.test.ts",
  "crawling/stores/postgres/lost-answers.test.ts",
  "apps/console/scrape.test.ts",
  "serving/firecrawl/versions.test.ts",
  "serving/server/handlers/wrappers-by-model.test.ts",
  "web/render/stolen-focus.test.ts",
  "contract/client/python-recipes.test.ts",
  "serving/server/auth/two-keys.test.ts",
  "conformance/endpoints.test.ts",
  "crawling/schedules/nodes.test.ts",
  "serving/firecrawl/firecrawl.test.ts",
  "serving/server/auth/credentials.test.ts",
  "crawling/crawl/supervise/CrawlRunner.test.ts",
  "serving/mcp/service.test.ts",
  "apps/cli/crawl.test.ts",
  "extract/visible/rendered.test.ts",
  "docs/recipes.test.ts",
  "crawling/crawl/adaptive.test.ts",
  "extract/metadata/headlines.test.ts",
  "serving/mcp/wait.test.ts",
  "crawling/schedules/histories.test.ts",
  "docs/reference-commands.test.ts",
  "docs/schedule-recipes.test.ts",
  "apps/console/scrape-session.test.ts",
  "web/render/browser/remote-browser.test.ts",
  "extract/records/data/any-data.test.ts",
  "house/readme-commands.test.ts",
  "conformance/options-at-work.test.ts",
  "extract/select/wrapper/redesign.test.ts",
  "web/render/screenshot.test.ts",
  "extract/workers/ocr/scans.test.ts",
  "web/render/lifecycle.test.ts",
  "apps/cli/progress.test.ts",
  "crawling/schedules/kept-runs.test.ts",
  "serving/server/handlers/wrapper-drift.test.ts",
  "crawling/stores/memory.test.ts",
  "crawling/crawl/since.test.ts",
  "apps/console/options.test.ts",
  "conformance/chunks.test.ts",
  "serving/server/handlers/extract.test.ts",
  "apps/console/jobs.test.ts",
  "conformance/fuzz.test.ts",
  "extract/select/wrapper/any-page.test.ts",
  "serving/server/handlers/webhooks.test.ts",
  "support/cpu-time.test.ts",
  "extract/parsers/damaged-office.test.ts",
  "crawling/stores/documents/documents-layer.test.ts",
  "crawling/stores/service.test.ts",
  "serving/server/auth/credentials-in-store.test.ts",
  "serving/server/handlers/since.test.ts",
  "extract/select/wrapper/read-with-rules.test.ts",
  "apps/cli/robots.test.ts"
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((name) => moduleId.endsWith(`/test/${name}`))
  return rank < 0 ? longest.length : rank
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
