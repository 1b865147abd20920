import { Effect, Metric } from "effect"
import { compact } from "../../core/kernel/compact.ts"
import { log } from "../../core/observability/log-lines.ts"
import { metrics } from "../../core/observability/metrics.ts"

export interface Slower {
  readonly status: number | undefined
  /** The delay of Retry-After. This and the next two are in milliseconds. */
  readonly asked: number | undefined
  readonly rest: number
  readonly backOff: number
}

/** Logs for operators that a domain is slowed down. */
export const logSlowdown = (domain: string, { asked, backOff, rest, status }: Slower): Effect.Effect<void> =>
  Effect.andThen(
    Metric.update(metrics.slowedDomains, 1),
    log("domain slowed down", {
      "server.address": domain,
      ...compact({
        "http.response.status_code": status,
        "retry_after.seconds": asked === undefined ? undefined : asked / 1000
      }),
      "rest.seconds": rest / 1000,
      "delay.seconds": backOff / 1000
    })
  )
