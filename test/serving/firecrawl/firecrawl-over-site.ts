import { afterAll, assert, beforeAll } from "@effect/vitest"
import { Option } from "effect"
import { type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { type FakeSearxng, startSearxng } from "../../support/web/searxng.ts"
import { type McpSite, startMcpSite } from "../mcp/mcp-site.ts"

/** An error of the client. */
export interface SdkError {
  readonly message: string
  readonly status?: number
  readonly code?: string
}

export const refused = async (call: Promise<unknown>): Promise<SdkError> => {
  const error = await call.then(() => undefined, (error: SdkError) => error)
  return error ?? assert.fail("nothing was refused")
}

/**
 * A service with the routes of Firecrawl and a search engine without results, and a site, for the tests of the suite in
 * which it is called.
 */
export const firecrawlOverSite = () => {
  let site: McpSite
  let service: RunningService
  let engine: FakeSearxng
  beforeAll(async () => {
    site = await startMcpSite()
    engine = await startSearxng()
    service = await serviceOver({ firecrawlApi: true, search: Option.some({ engine: "searxng", url: engine.url }) })
  })
  afterAll(async () => {
    await service.stop()
    engine.close()
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
