import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * Files that take ten seconds and more. They begin first, so that no worker is left alone with one at the end. Vitest
 * learns such an order from earlier runs, and begins with the largest files where there was none.
 */
const longest = [
  "render/hostile-actions.test.ts",
  "docs/recipes.test.ts",
  "render/actions-over-http.test.ts",
  "render/overlays/overlays.test.ts",
  "console/schedules.test.ts",
  "schedules/kills.test.ts",
  "stores/postgres.test.ts",
  "readme-commands.test.ts",
  "render/lifecycle.test.ts",
  "cli/resume.test.ts",
  "stores/postgres/lost-answers.test.ts",
  "render/browser/remote-browser.test.ts",
  "render/hostile.test.ts",
  "render/renderer.test.ts",
  "cli/links.test.ts",
  "schedules/runs.test.ts",
  "render/interactive.test.ts",
  "mcp/tools.test.ts",
  "extract/workers/Readers.test.ts",
  "conformance/real-pages.test.ts",
  "cli/commands.test.ts",
  "stores/postgres/nodes.test.ts",
  "stores/postgres/DomainLease.test.ts",
  "stores/postgres/operator.test.ts",
  "stores/sqlite/contract.test.ts",
  "render/browser/packaged-browser.test.ts",
  "server/auth/credentials.test.ts",
  "fetch/header-growth.test.ts",
  "fetch/hostile-site.test.ts",
  "server/handlers/webhooks.test.ts",
  "console/views.test.ts",
  "console/crawl.test.ts",
  "docs/browser.test.ts",
  "render/screenshot.test.ts",
  "extract/parsers/office.test.ts",
  "stores/service.test.ts",
  "stores/sqlite/process.test.ts",
  "firecrawl/firecrawl.test.ts",
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
