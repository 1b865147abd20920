import { Duration } from "effect"
import { PageError } from "../../domain/errors/PageError.ts"
import type { ReaderExit } from "./reader-process.ts"

/** Error of a page that no reader could extract. It counts as a body of the wrong type. */
const unreadable = (url: string, detail: string): PageError =>
  new PageError({ url, code: "fetch_failed", reason: "decode", detail })

export const tooSlow = (url: string, limit: Duration.Duration): PageError =>
  unreadable(
    url,
    `Reading the page took longer than the ${
      Duration.toSeconds(limit)
    } s a page may take. Ask for another page of the site.`
  )

/** Error of the page in work when its reader has exited. */
export const lost = (url: string, exit: ReaderExit): PageError => {
  if (exit.isOutOfMemory) {
    return unreadable(
      url,
      "Extracting the page needs more memory than a page may take. An operator can allow more with GLEANER_WORKER_MEMORY."
    )
  }
  return unreadable(
    url,
    exit.signal === "SIGKILL"
      ? "The process that extracted the page was killed from outside, perhaps because the machine is short of memory."
      : "The process that extracted the page ended. The log of the service says more."
  )
}

/** Error when no reader can start: a fault of the service, which retries after `backoff`. */
export const noReader = (url: string, backoff: Duration.Duration): PageError => {
  const retryAfter = Math.ceil(Duration.toSeconds(backoff))
  return new PageError({
    url,
    code: "overloaded",
    detail: `The service cannot start a process to extract pages, and its log says why. Try again in ${retryAfter} s.`,
    retryAfter
  })
}
