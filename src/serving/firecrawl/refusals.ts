/** Options of Firecrawl that Gleaner does not have: the reason, and the accepted values, which change nothing. */
export type Refusals<N extends string> = Readonly<
  Record<N, readonly [why: string, ...accepted: ReadonlyArray<unknown>]>
>

const table = <N extends string>(rows: Refusals<N>): Refusals<N> => rows

/** A model of the operator reads values of a schema. It follows no prompt, and writes no text. */
export const needsModel = "needs a language model that follows a prompt, which Gleaner does not have"
export const jsonInstead = "give a schema to the format json"
const missing = "is not there; leave it out"
const inJobs = "is only for /v2/scrape; each page of a job has the time that the operator allows"
const ownWebhook = "Gleaner signs and shapes webhooks in its own way; use webhook of POST /v1/crawl and /v1/batch"

export const pictureRefusals = table({
  quality: ["the quality of a picture is not for the caller to choose; leave it out"]
})

export const country = "Gleaner fetches from where it runs; leave it out"

export const changeRefusals = table({
  modes: ["the differences of a page are at GET /v1/jobs/ID/diff?url=; leave it empty", []],
  tag: ["a crawl is compared with the last one of the same URL and tags; leave it out", null],
  schema: [needsModel],
  prompt: [needsModel]
})

/** Options of fetching, for a map too. */
export const fetchRefusals = table({
  useIndex: [missing, false],
  threatProtection: [missing],
  auditMetadata: [missing]
})

export const retentionRefusals = table({
  zeroDataRetention: ["a job is kept for GLEANER_JOB_RETENTION; DELETE /v1/jobs/ID?purge=true deletes it", false]
})

export const pageRefusals = table({
  ...fetchRefusals,
  ...retentionRefusals,
  mobile: ["pages are always shown as on a desktop; leave it out", false],
  skipTlsVerification: ["Gleaner always verifies certificates; leave it out", false],
  removeBase64Images: ["pictures within the page are always left out; leave it out", true],
  blockAds: ["what a page loads is not chosen by the caller; leave it out", true],
  fastMode: ["there is no faster mode; leave it out", false],
  proxy: ["the operator chooses the proxy (GLEANER_PROXY); leave it out", "auto", "basic"],
  parsers: ["PDF files are always read; leave it out", ["pdf"], [{ type: "pdf" }]],
  minAge: ["the HTTP cache decides by what the site says; leave it out, or use maxAge"],
  storeInCache: ["the HTTP cache keeps what the site allows; leave it out", true],
  lockdown: [missing, false],
  redactPII: ["Gleaner changes no text; leave it out", false],
  profile: ["is not there; use headers and cookies of POST /v1/scrape"],
  useMock: [missing],
  // The client's MCP server asks for both by itself, and works without an answer.
  domainTools: [missing, false, true],
  toolDetail: [missing, "compact"],
  alexandria: ["is a catalogue of Firecrawl's own"],
  extract: [`${needsModel}; ${jsonInstead}`],
  jsonOptions: [`${needsModel}; ${jsonInstead}`],
  agent: [needsModel]
})

const { parsers, proxy, redactPII, removeBase64Images, skipTlsVerification, zeroDataRetention } = pageRefusals

/** Of a file. */
export const parseRefusals = table({
  parsers,
  proxy,
  redactPII,
  removeBase64Images,
  skipTlsVerification,
  zeroDataRetention
})

export const jobOnlyRefusals = table({ timeout: [inJobs] })
export const jobPageRefusals = table({ ...jobOnlyRefusals, ...pageRefusals })

export const crawlRefusals = table({
  ...retentionRefusals,
  ignoreQueryParameters: ["URLs that differ in their query are different pages; leave it out", false],
  deduplicateSimilarURLs: ["pages with the same text are always kept once; leave it out", true],
  robotsUserAgent: ["Gleaner obeys robots.txt as itself; leave it out"],
  maxDepth: ["it counts the slashes of paths; use maxDiscoveryDepth, which counts links"],
  ignoreRobotsTxt: ["Gleaner obeys robots.txt; leave it out", false],
  prompt: [`it ${needsModel}; give the options themselves`, ""],
  webhook: [ownWebhook]
})

export const batchRefusals = table({ appendToId: ["a job cannot grow; start another one"], webhook: [ownWebhook] })

export const jsonWithoutSchema = `json without a schema ${needsModel}; give one, without a prompt`

/** Of a monitor. */
export const monitorRefusals = table({
  webhook: [ownWebhook, null],
  goal: [needsModel, null],
  judgeEnabled: [needsModel, false],
  retentionDays: ["runs are kept by their number; use keep of POST /v1/schedules"]
})

/** Formats of Firecrawl that are not there, and why. */
export const missingFormats: Readonly<Record<string, string>> = {
  summary: `summary ${needsModel}`,
  question: `question ${needsModel}`,
  highlights: `highlights ${needsModel}`,
  query: `query ${needsModel}`,
  branding: `branding ${needsModel}`,
  menu: `menu ${needsModel}`,
  product: "product is not made; records of POST /v1/scrape has what the page declares",
  extract: `extract ${needsModel}; ${jsonInstead}`,
  content: "content is not made; ask for markdown or html",
  audio: "audio is not made",
  video: "video is not made"
}

const noChanges =
  "changeTracking works only for /scrape and /crawl, which are compared with the last one of the same URL"

/** Options of a search. Clients of version 1 always send the country. */
export const searchRefusals = table({
  ...fetchRefusals,
  categories: ["a search has no categories here; name the sites with includeDomains", []],
  location: ["the search engine of the operator decides it; leave it out", ""],
  country: ["the search engine of the operator decides it; leave it out", "us", "US"],
  filter: ["is not there; write the operators of the search engine into query", ""],
  enterprise: [missing, ["default"], []],
  // The client's MCP server asks for both by itself, and works without an answer.
  domainTools: [missing, false, true],
  toolDetail: [missing, "compact"]
})

/** Of the pages of a search. */
export const searchPageRefusals = table({
  actions: ["a search does not know its pages; use /batch/scrape for pages with actions", [], {}],
  waitFor: ["the pages of a search do not wait in a browser; leave it out", 0],
  headers: ["header fields are for one page that the request names; leave them out", {}]
})

export const absentInSearch = {
  changeTracking: noChanges,
  screenshot: "screenshot is not made of the pages of a search; use /scrape"
}

/** Formats that a batch does not have. */
export const absentInBatch = { changeTracking: noChanges }

/** Formats that need a page with a URL. */
export const absentInParse = {
  changeTracking: noChanges,
  screenshot: "a screenshot shows a page, not a file; use /scrape"
}
