import { Layer } from "effect"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { HttpCache } from "../../../src/web/fetch/cache/HttpCache.ts"
import { Fetcher } from "../../../src/web/fetch/Fetcher.ts"
import { DomainLease } from "../../../src/web/politeness/DomainLease.ts"
import { DomainRateLimiter } from "../../../src/web/politeness/DomainRateLimiter.ts"
import { RobotsCache } from "../../../src/web/robots/RobotsCache.ts"
import { Visits } from "../../../src/web/visits/Visits.ts"
import type { FakeWeb } from "../web/fake-web.ts"

type Overrides = Parameters<typeof Settings.layerWith>[0]

/** The whole way to a page (robots, turn, cache, fetch) over a fake web, with settings and a gate of the test's own. */
export const fetchOver = (web: Pick<FakeWeb, "layer">, settings: Overrides = {}, gate = DomainLease.layerOpen) =>
  Fetcher.layerNoDeps.pipe(
    Layer.provideMerge(Visits.layerNoDeps),
    Layer.provideMerge(Layer.mergeAll(
      HttpCache.layerMemory,
      RobotsCache.layer,
      Layer.provide(DomainRateLimiter.layerNoDeps, gate)
    )),
    Layer.provideMerge(Layer.mergeAll(web.layer, Settings.layerWith(settings)))
  )
