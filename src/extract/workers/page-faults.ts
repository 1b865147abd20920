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

/** No thread starts at all: a fault of the service, which tries again after `rest`. */
export const noThread = (url: string, rest: Duration.Duration): PageError => {
  const retryAfter = Math.ceil(Duration.toSeconds(rest))
  return new PageError({
    url,
    code: "overloaded",
    detail: `The service cannot start a thread to read pages in, and has logged why; try again in ${retryAfter} s.`,
    retryAfter
  })
}

const isOutOfMemory = ({ reason: { cause } }: WorkerError): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY"
