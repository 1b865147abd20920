import type { LastmodRecord, PageHistory } from "../../../core/domain/job/LedgerRow.ts"
import { compact } from "../../../core/kernel/compact.ts"

/** One visit of a page. */
export interface HistoryVisit {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly isChanged: boolean
  /** The date of the page in the sitemap, in milliseconds since the epoch. */
  readonly lastmod: number | undefined
}

export const dayMillis = 24 * 60 * 60 * 1000

export const firstVisit = (at: number): PageHistory => ({ at, changes: 0, changedDays: 0, sameDays: 0 })

/** The history with one more visit. */
export const withVisit = (before: PageHistory, { at, isChanged, lastmod }: HistoryVisit): PageHistory => {
  const days = rounded(Math.max(0, at - before.at) / dayMillis)
  const { changedDays, changes, sameDays } = faded(before)
  return {
    at,
    changes: changes + (isChanged ? 1 : 0),
    changedDays: changedDays + (isChanged ? days : 0),
    sameDays: sameDays + (isChanged ? 0 : days),
    ...compact({
      lastmod: lastmod === undefined ? before.lastmod : withClaim(before.lastmod, before.at, lastmod, isChanged)
    })
  }
}

/** Halves evidence of a long time, because pages change less as they grow old. */
const faded = ({ changedDays, changes, sameDays }: PageHistory) => {
  const factor = changedDays + sameDays > maxDays ? 0.5 : 1
  return {
    changes: changes * factor,
    changedDays: rounded(changedDays * factor),
    sameDays: rounded(sameDays * factor)
  }
}

const maxDays = 180

/** The history is stored with each page: a few digits are enough. */
const rounded = (days: number): number => Math.round(days * 1e4) / 1e4

const noClaims: LastmodRecord = { announced: 0, missed: 0, idle: 0 }

const withClaim = (
  { announced, idle, missed }: LastmodRecord = noClaims,
  visitedAt: number,
  lastmod: number,
  isChanged: boolean
): LastmodRecord => {
  const isNewer = lastmod >= visitedAt
  return {
    announced: announced + (isNewer && isChanged ? 1 : 0),
    missed: missed + (!isNewer && isChanged ? 1 : 0),
    idle: idle + (isNewer && !isChanged ? 1 : 0)
  }
}

export const addRecords = (a: LastmodRecord, b: LastmodRecord = noClaims): LastmodRecord => ({
  announced: a.announced + b.announced,
  missed: a.missed + b.missed,
  idle: a.idle + b.idle
})
