import { Duration } from "effect"
import type { WorkerError } from "effect/workers/WorkerError"
import { PageError } from "../../domain/PageError.ts"

/** A page that a thread could not read: as with a body that is not what it says, the page was had and is of no use. */
const unreadable = (url: string, detail: string): PageError =>
  new PageError({ url, code: "fetch_failed", reason: "decode", detail })

export const tooSlow = (url: string, limit: Duration.Duration): PageError =>
  unreadable(
    url,
    `The page was fetched, but reading it took longer than the ${
      Duration.toSeconds(limit)
    } s a page may take; an operator can allow more with GLEANER_EXTRACT_TIMEOUT.`
  )

export const crashed = (url: string, error: WorkerError): PageError =>
  isOutOfMemory(error)
    ? unreadable(
      url,
      "The page was fetched, but reading it needs more memory than a page may take; an operator can allow more with GLEANER_WORKER_MEMORY."
    )
    : unreadable(url, "The page was fetched but could not be read; the service has logged why.")

const isOutOfMemory = ({ reason: { cause } }: WorkerError): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY"
