import type { DomainView } from "../../politeness/DomainView.ts"

/** A domain as an answer has it: lengths in seconds, moments in seconds since the epoch. */
export const domainState = (view: DomainView, now: number) => ({
  domain: view.domain,
  delay_seconds: view.delay / 1000,
  crawl_delay_seconds: view.crawlDelay / 1000,
  back_off_seconds: view.backOff / 1000,
  in_flight: view.active,
  waiting: view.waiting,
  waiting_others: view.others,
  reason: view.holdUp,
  next_turn_at: at(now, view.nextAt),
  last_turn_at: at(now, view.lastTurn)
})

const at = (now: number, millis: number | undefined): number | null =>
  millis === undefined ? null : Math.round(now * 1000 + millis) / 1000
