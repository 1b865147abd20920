import { afterAll, beforeAll } from "@effect/vitest"
import { type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { type McpSite, startMcpSite } from "../mcp/mcp-site.ts"

/** A service with the routes of Firecrawl, and a site, for the tests of the suite in which it is called. */
export const firecrawlOverSite = () => {
  let site: McpSite
  let service: RunningService
  beforeAll(async () => {
    site = await startMcpSite()
    service = await serviceOver({ firecrawlApi: true })
  })
  afterAll(async () => {
    await service.stop()
    site.close()
  })
  return {
    get site() {
      return site
    },
    get service() {
      return service
    }
  }
}
