import { backOff } from "./gates.ts"

/**
 * The clock of the database has stepped back, as after a failover to another machine: times that were written before
 * lie too far ahead. None of these statements changes a time that can be right, so any node may run them at any time.
 */

/** The last turn of a domain, or its last request to rest, counts as of now. */
export const bringGatesBack = `
UPDATE gleaner.gates SET next_at = least(next_at, clock_timestamp() + make_interval(secs => greatest(delay_ms, ${backOff}) / 1000.0)),
  rest_until = rest_until - greatest(slowed_at - clock_timestamp(), interval '0'), slowed_at = least(slowed_at, clock_timestamp()), leased_at = least(leased_at, clock_timestamp())
WHERE next_at > clock_timestamp() + make_interval(secs => greatest(delay_ms, ${backOff}) / 1000.0)
  OR slowed_at > clock_timestamp() + interval '1 second' OR leased_at > clock_timestamp() + interval '1 second'`

/** A node that lives beats again soon. */
export const bringNodesBack =
  "UPDATE gleaner.nodes SET beat_at = clock_timestamp() WHERE beat_at > clock_timestamp() + interval '1 second'"

/** Some wait for long with good reason, and are only polled too early: $1 seconds of a lease. */
export const bringWebhooksBack = `
UPDATE gleaner.webhooks SET due_at = clock_timestamp() + make_interval(secs => $1::float8) WHERE due_at > clock_timestamp() + make_interval(secs => $1::float8)`

/** A visit whose end lies ahead would hold up those after it. */
export const bringVisitsBack =
  "UPDATE gleaner.visits SET ended_at = clock_timestamp() WHERE ended_at > clock_timestamp() + interval '1 second'"

/** A slot whose time lies ahead would not be shared, and its owner would be the last to get another. */
export const bringSlotsBack = `
WITH owners AS (UPDATE gleaner.owners SET last_start = clock_timestamp() WHERE last_start > clock_timestamp() + interval '1 second')
UPDATE gleaner.jobs SET slot_at = clock_timestamp() WHERE slot_at > clock_timestamp() + interval '1 second'`

/** The window of a counter is one minute. */
export const forgetRates = "DELETE FROM gleaner.rates WHERE resets_at > clock_timestamp() + interval '2 minutes'"
