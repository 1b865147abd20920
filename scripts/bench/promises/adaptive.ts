import { studies } from "../support/changes/published-rates.ts"
import {
  adaptive,
  clairvoyant,
  everyDays,
  knownRates,
  type Outcome,
  type Policy,
  simulate,
  simulatedSites
} from "../support/changes/simulate-visits.ts"
import { numbersFrom, report } from "../support/report.ts"

/**
 * Share of changes found within a day, against the share of a plain daily crawl's requests, for `adaptive` at several
 * minimum probabilities: `npm run bench -- adaptive [SITES] [DAYS] [PAGES PER SITE]`. Change rates are modelled on
 * published studies. Beside it: a crawl of all pages every so many days, an oracle that knows the rates, and one that
 * knows the changes.
 */
const [count = 0, days = 0, pagesPerSite = 0] = numbersFrom(1000, 90, 24)
const probabilities = [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.8]

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
const row = (study: string, policy: string, { found, longest, requests }: Outcome) => ({
  study,
  policy,
  requests: percent(requests),
  found: percent(found),
  "longest gap": `${longest} days`
})

const policies: ReadonlyArray<readonly [string, Policy]> = [
  ["plain, daily", everyDays(1)],
  ...[2, 3, 5, 7].map((interval) => [`plain, every ${interval} days`, everyDays(interval)] as const),
  ...probabilities.map((p) => [`adaptive, probability ${p}`, adaptive(p, false)] as const),
  ...probabilities.map((p) => [`adaptive with sitemaps, ${p}`, adaptive(p, true)] as const),
  ...probabilities.map((p) => [`known rates, probability ${p}`, knownRates(-Math.log1p(-p))] as const),
  ["known changes", clairvoyant]
]

report(studies.flatMap((study) => {
  const sites = simulatedSites({ count, days, pagesPerSite, study })
  return policies.map(([name, policy]) => row(study.name, name, simulate(sites, days, policy)))
}))
