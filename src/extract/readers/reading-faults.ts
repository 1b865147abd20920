import { Duration } from "effect"
import { PageError } from "../../domain/PageError.ts"
import type { ReaderExit } from "./reader-process.ts"

/** The page was fetched, and no reader could read it: as with a body that is not what it says, it is of no use. */
const unreadable = (url: string, detail: string): PageError =>
  new PageError({ url, code: "fetch_failed", reason: "decode", detail })

export const tooSlow = (url: string, limit: Duration.Duration): PageError =>
  unreadable(
    url,
    `The page was fetched, but reading it took longer than the ${
      Duration.toSeconds(limit)
    } s a page may take; an operator can allow more with GLEANER_EXTRACT_TIMEOUT.`
  )

/** What the page in work is told when its reader is gone. */
export const lost = (url: string, exit: ReaderExit): PageError => {
  if (exit.isOutOfMemory) {
    return unreadable(
      url,
      "The page was fetched, but reading it needs more memory than a page may take; an operator can allow more with GLEANER_WORKER_MEMORY."
    )
  }
  return unreadable(
    url,
    exit.signal === "SIGKILL"
      ? "The page was fetched, but the process that read it was killed from outside, perhaps because the machine is short of memory."
      : "The page was fetched, but the process that read it ended; the service has logged what is known."
  )
}

/** No reader starts at all: a fault of the service, which tries again after `rest`. */
export const noReader = (url: string, rest: Duration.Duration): PageError => {
  const retryAfter = Math.ceil(Duration.toSeconds(rest))
  return new PageError({
    url,
    code: "overloaded",
    detail: `The service cannot start a process to read pages in, and has logged why; try again in ${retryAfter} s.`,
    retryAfter
  })
}
