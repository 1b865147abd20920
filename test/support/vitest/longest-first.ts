import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * Files that take ten seconds and more. They begin first, so that no worker is left alone with one at the end. Vitest
 * learns such an order from earlier runs, and begins with the largest files where there was none.
 */
const longest = [
  "web/render/hostile-actions.test.ts",
  "docs/recipes.test.ts",
  "web/render/actions-over-http.test.ts",
  "web/render/overlays/overlays.test.ts",
  "apps/console/schedules.test.ts",
  "crawling/schedules/nodes.test.ts",
  "crawling/stores/postgres.test.ts",
  "house/readme-commands.test.ts",
  "web/render/lifecycle.test.ts",
  "apps/cli/resume.test.ts",
  "crawling/stores/postgres/lost-answers.test.ts",
  "web/render/browser/remote-browser.test.ts",
  "web/render/hostile.test.ts",
  "web/render/renderer.test.ts",
  "apps/cli/links.test.ts",
  "crawling/schedules/runs.test.ts",
  "web/render/interactive.test.ts",
  "serving/mcp/tools.test.ts",
  "extract/workers/Readers.test.ts",
  "conformance/resources.test.ts",
  "apps/cli/commands.test.ts",
  "crawling/stores/postgres/nodes.test.ts",
  "crawling/stores/postgres/DomainLease.test.ts",
  "crawling/stores/postgres/operator.test.ts",
  "crawling/stores/sqlite/contract.test.ts",
  "web/render/browser/packaged-browser.test.ts",
  "serving/server/auth/credentials.test.ts",
  "web/fetch/header-growth.test.ts",
  "web/fetch/hostile-site.test.ts",
  "serving/server/handlers/webhooks.test.ts",
  "apps/console/views.test.ts",
  "apps/console/crawl.test.ts",
  "docs/browser.test.ts",
  "web/render/screenshot.test.ts",
  "extract/parsers/office.test.ts",
  "crawling/stores/service.test.ts",
  "crawling/stores/sqlite/process.test.ts",
  "serving/firecrawl/firecrawl.test.ts",
  "conformance/options.test.ts",
  "scripts/growth.test.ts"
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
