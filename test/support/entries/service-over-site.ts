import { afterAll, beforeAll } from "@effect/vitest"
import { type Json, json } from "../shapes.ts"
import { type FixtureSite, startFixtureSite } from "../web/fixture-site.ts"
import { type RunningService, serviceOver } from "./service-process.ts"

type Init = Parameters<RunningService["call"]>[1]

/** The fixture site and the real service, both up while the tests of one file run. */
export interface ServiceOverSite {
  readonly site: FixtureSite
  readonly service: RunningService
  readonly scrape: (path: string, more?: object) => Promise<Response>
  readonly explain: (path: string, more?: object) => Promise<Response>
  readonly discover: (path: string, more?: object) => Promise<Response>
  /** Starts a crawl, of the whole site unless `more` has another URL. */
  readonly crawl: (more?: object, init?: Init) => Promise<Response>
  /** The job of such a crawl. */
  readonly crawled: (more?: object, init?: Init) => Promise<Json>
  readonly get: (path: string, init?: Init) => Promise<Json>
  /** The job when it has ended: until then its events are read, which costs less than asking again and again. */
  readonly ended: (id: unknown) => Promise<Json>
}

export const serviceOverSite = (
  overrides: Parameters<typeof serviceOver>[0] = {},
  start = serviceOver
): ServiceOverSite => {
  let site: FixtureSite
  let service: RunningService
  beforeAll(async () => {
    site = await startFixtureSite()
    service = await start(overrides)
  })
  afterAll(async () => {
    await service.stop()
    await site.close()
  })

  const of = (path: string, more: object) => ({ json: { url: site.url + path, ...more } })
  const crawl: ServiceOverSite["crawl"] = (more = {}, init = {}) =>
    service.call("/v1/crawl", { ...of("/", more), ...init })
  const get: ServiceOverSite["get"] = async (path, init) => json(await service.call(path, init))
  return {
    get site() {
      return site
    },
    get service() {
      return service
    },
    scrape: (path, more = {}) => service.call("/v1/scrape", of(path, more)),
    explain: (path, more = {}) => service.call("/v1/explain", of(path, more)),
    discover: (path, more = {}) => service.call("/v1/discover", of(path, more)),
    crawl,
    crawled: async (...args) => json(await crawl(...args)),
    get,
    ended: async (id) => {
      await (await service.call(`/v1/jobs/${id}/events`)).text()
      return get(`/v1/jobs/${id}`)
    }
  }
}
