import { Effect, Option, Result } from "effect"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import { monotonicMillis } from "../../../core/kernel/RequestContext.ts"
import type { MissedScans, ScannedPage, ScanReading } from "../../parsers/pdf/ScanReading.ts"
import type { ScanAnswer } from "./scan-messages.ts"

export interface Turns {
  readonly pages: ReadonlyArray<number>
  /** Max pages that are read. */
  readonly maxPages: number
  /** Milliseconds of the monotonic clock. */
  readonly deadline: number
  /** Reads at least the first of the pages. Fails if its process ends, and with `overloaded` if none starts. */
  readonly readSome: (pages: ReadonlyArray<number>, millis: number) => Effect.Effect<ScanAnswer, PageError>
}

/** Reads pages a few at a time. One that ends the process is left out, and the others are still read. */
export const readInTurns = Effect.fnUntraced(function*({ deadline, maxPages, pages, readSome }: Turns) {
  const found: Array<ScannedPage> = []
  const missed: Array<MissedScans> = []
  let millis = 0
  let failures = 0
  /** Number of pages of which one has ended the process. They are tried one by one. */
  let suspects = 0
  let left = pages.slice(0, maxPages)
  const giveUp = (why: string) => {
    missed.push({ pages: left, why })
    left = []
  }
  if (pages.length > maxPages) missed.push({ pages: pages.slice(maxPages), why: tooMany(maxPages) })
  while (left.length > 0) {
    const time = Math.min(longest, deadline - (yield* monotonicMillis))
    const some = suspects > 0 ? left.slice(0, 1) : left
    const answer = time <= 0
      ? Option.none<Result.Result<ScanAnswer, PageError>>()
      : yield* Effect.timeoutOption(Effect.result(readSome(some, Math.min(turn, time))), time)
    if (Option.isNone(answer)) giveUp("the time of the request was used up")
    else if (Result.isSuccess(answer.value)) {
      const { success } = answer.value
      found.push(...success.read)
      missed.push(...success.missed)
      millis += success.millis
      suspects = Math.max(0, suspects - some.length + success.left.length)
      left = [...success.left, ...left.slice(some.length)]
    } else if (answer.value.failure.code === "overloaded") giveUp("no process for it could be started")
    else if (some.length > 1) suspects = some.length
    else {
      missed.push({ pages: some, why: "it took too long or needed too much memory" })
      left = left.slice(1)
      suspects = 0
      if (++failures === maxFailures) giveUp("other pages took too long or needed too much memory")
    }
  }
  const reading: ScanReading = { pages: found, missed: byReason(missed), millis }
  return reading
})

const tooMany = (maxPages: number): string => `of one document, at most ${maxPages} are read`

/** Milliseconds after which a request begins no further page, so others get their turn. */
const turn = 8000

/** Milliseconds: a day. */
const longest = 86_400_000

/** Pages of one document that may end a process. Each costs up to a minute. */
const maxFailures = 3

const byReason = (missed: ReadonlyArray<MissedScans>): ReadonlyArray<MissedScans> => {
  const pages = new Map<string, ReadonlyArray<number>>()
  for (const { pages: some, why } of missed) pages.set(why, [...pages.get(why) ?? [], ...some])
  return [...pages].map(([why, pages]) => ({ pages, why }))
}
