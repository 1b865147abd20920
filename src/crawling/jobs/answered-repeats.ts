import { Effect } from "effect"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { Job } from "../../core/domain/job/Job.ts"
import type { RepeatsOption } from "../../core/domain/options/RepeatsOption.ts"
import { compact } from "../../core/kernel/compact.ts"
import { inSlices } from "../../core/kernel/slices/in-slices.ts"
import { type JsonMember, membersOf, objectOf } from "../../core/kernel/slices/scan-json.ts"
import type { Extractor } from "../../extract/Extractor.ts"
import { storedPart } from "../../extract/works/stored-document.ts"
import type { Repeats } from "./Repeats.ts"

/** Makes the answer of a stored Document, as JSON bytes. `n`: its index in the job. */
export type Answered = (json: Uint8Array, n: number) => Effect.Effect<Uint8Array, PageError | StoreUnavailable>

export const asStored: Answered = (json) => Effect.succeed(json)

interface RepeatsServices {
  readonly extractor: Pick<Extractor["Service"], "repeats">
  readonly repeats: Repeats["Service"]
}

/** Marks or drops text that the host repeats. The text is cut where pages are read. */
export const answeredRepeats = (
  { extractor, repeats }: RepeatsServices,
  owner: string,
  job: Job,
  option: RepeatsOption = "keep"
): Answered => {
  if (option === "keep") return asStored
  return Effect.fnUntraced(function*(json, n) {
    const lines = yield* repeats.linesOf(job, n)
    const members = yield* inSlices(() => membersOf(json))
    if (lines.size === 0) return objectOf([...members, noRepeats])
    const document = storedPart(members, "repeats")
    const page = {
      url: job.url,
      document,
      lines,
      drops: option === "drop",
      ...compact({ chunks: job.options.chunks })
    }
    const changed = yield* extractor.repeats(page, { owner, priority: "interactive" })
    const changes = new Map((yield* inSlices(() => membersOf(changed))).map((member) => [member.name, member]))
    return objectOf([
      ...members.map((member) => changes.get(member.name) ?? member),
      changes.get("repeats") ?? noRepeats
    ])
  })
}

const encoder = new TextEncoder()

const noRepeats: JsonMember = {
  name: "repeats",
  value: encoder.encode("[]"),
  whole: encoder.encode("\"repeats\":[]")
}

/** Notes about an answer with documents of the job. */
export const repeatsNotes = (repeats: Repeats["Service"], job: Job, option: RepeatsOption = "keep") =>
  option === "keep" ? Effect.succeed([]) : Effect.map(
    repeats.unknownIn(job),
    (unknown) =>
      unknown === 0 ? [] : [`${unknown} documents were stored by an earlier version, so their text is not compared`]
  )
