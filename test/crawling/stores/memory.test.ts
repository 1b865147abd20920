import { Layer } from "effect"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"
import { arrivalOrderContract } from "./contract/arrival-order.ts"
import { documentsAwayContract } from "./contract/documents-away.ts"
import { domainLeasesContract } from "./contract/domain-leases.ts"
import { duplicatesContract } from "./contract/duplicates.ts"
import type { Engine } from "./contract/engine.ts"
import { fingerprintsContract } from "./contract/fingerprints.ts"
import { frontierContract } from "./contract/frontier.ts"
import { jobsContract } from "./contract/jobs.ts"
import { leasesContract } from "./contract/leases.ts"
import { limitsContract } from "./contract/limits.ts"
import { picturesContract } from "./contract/pictures.ts"
import { profilesContract } from "./contract/profiles.ts"
import { retentionContract } from "./contract/retention.ts"
import { revisitsContract } from "./contract/revisits.ts"
import { schedulesContract } from "./contract/schedules.ts"
import { searchesContract } from "./contract/searches.ts"
import { sitemapEntriesContract } from "./contract/sitemap-entries.ts"
import { webhooksContract } from "./contract/webhooks.ts"
import { wrappersContract } from "./contract/wrappers.ts"

const memory: Engine = {
  name: "memory",
  layer: (settings) => memoryStore.pipe(Layer.provide(Settings.layerWith({ maxCrawls: 1000, ...settings }))),
  clock: "test",
  isDurable: false,
  isShared: false
}

jobsContract(memory)
picturesContract(memory)
fingerprintsContract(memory)
duplicatesContract(memory)
retentionContract(memory)
revisitsContract(memory)
limitsContract(memory)
frontierContract(memory)
sitemapEntriesContract(memory)
arrivalOrderContract(memory)
leasesContract(memory)
domainLeasesContract(memory)
documentsAwayContract(memory)
webhooksContract(memory)
schedulesContract(memory)
wrappersContract(memory)
profilesContract(memory)
searchesContract(memory)
