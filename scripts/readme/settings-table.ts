import { settings } from "../../src/core/settings/Settings.ts"
import { withPart } from "./generated-part.ts"

type Key = keyof typeof settings

/** The settings by topic. */
const groups: ReadonlyArray<readonly [title: string, keys: ReadonlyArray<Key>]> = [
  ["Address, keys and log", ["host", "port", "apiKeys", "corsOrigins", "rateLimit", "firecrawlApi", "logLevel"]],
  ["Capacity", ["maxScrapes", "requestTimeout", "shutdownDelay"]],
  ["Addresses and proxy", [
    "allowAddresses",
    "denyAddresses",
    "webhookAddresses",
    "proxy",
    "proxies",
    "noProxy"
  ]],
  ["Messages", ["mailServer"]],
  ["Search of the web", ["search"]],
  ["Identity and politeness", ["userAgent", "contact", "addressRanges", "botAuth", "signatureAgent", "domainDelay"]],
  ["Fetching and the HTTP cache", ["fetchTimeout", "maxBody", "cacheBytes", "cacheDirectory", "cacheDirectoryBytes"]],
  [
    "Crawls and jobs",
    [
      "maxRunningCrawls",
      "maxCrawls",
      "maxCrawlsPerKey",
      "maxSchedules",
      "maxPages",
      "maxDepth",
      "robotsTags",
      "jobRetention",
      "storeBytes"
    ]
  ],
  ["Stores", ["store", "storePooler", "documents", "secretsKeyFile"]],
  ["Rendering", ["browser", "browserProxy", "renderConcurrency"]],
  ["Extraction", ["workers", "workerMemory", "ocrLanguages"]],
  ["Language model", ["model"]]
]

/** Replaces the tables of settings in the page by generated ones. */
export const withSettings = (page: string): string => withPart(page, "settings", tables())

const tables = (): string => {
  const grouped = new Set(groups.flatMap(([, keys]) => keys))
  const left = Object.keys(settings).filter((key) => !grouped.has(key as Key)) // the keys of the record
  if (left.length > 0) throw new Error(`scripts/readme/settings-table.ts has no group for ${left.join(", ")}`)
  return groups.map(([title, keys]) => `\n${title}:\n\n${head}${keys.map(row).join("")}`).join("") + "\n"
}

const head = "| variable | default | meaning |\n|---|---|---|\n"

const row = (key: Key): string => {
  const { about, shown, variable } = settings[key]
  return `| \`${variable}\` | ${shown} | ${about} |\n`
}
