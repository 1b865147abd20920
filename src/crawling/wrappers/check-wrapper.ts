import { Effect, Result } from "effect"
import { filledPointers } from "../../core/domain/data/filled-pointers.ts"
import type { WrapperCheck } from "../../core/domain/wrapper/Wrapper.ts"
import { RequestContext } from "../../core/kernel/RequestContext.ts"
import type { Settings } from "../../core/settings/Settings.ts"
import type { PageReader } from "../../page/PageReader.ts"
import { badStatus, reasonOf } from "./read-layout.ts"
import type { StoredWrapper, WrapperState } from "./WrapperStore.ts"

interface Checking {
  readonly reader: PageReader["Service"]
  readonly settings: Settings["Service"]
}

/** Tries the rules of a wrapper on pages now. A caller waits, so pages that take too long are left out. */
export const checkWrapper = Effect.fnUntraced(function*(
  { reader, settings }: Checking,
  { id, owner, state }: StoredWrapper,
  urls: ReadonlyArray<string>
) {
  const { fields, pages: { learnt }, rules, schema, status } = state
  const request = { fields: ["data", "trace"] as const, schema, needs: ["data"] as const }
  const read = yield* Effect.forEach(
    rules === null ? [] : urls,
    (url) =>
      reader.read(
        { ...request, url, ...(rules === null ? {} : { rulesFor: () => ({ wrapper: id, rules }) }) },
        "document"
      ).pipe(
        Effect.mapError(reasonOf),
        Effect.filterOrFail(({ status }) => status < 400, ({ status }) => badStatus(status)),
        Effect.mapError((reason) => `${url}: ${reason}`),
        Effect.result
      ),
    { concurrency }
  ).pipe(RequestContext.by(owner, "interactive", settings.requestTimeout, { job: id }))
  const checked = read.flatMap((page) =>
    Result.isSuccess(page) ? [filledPointers(page.success.data?.fields ?? [])] : []
  )
  const faults = read.flatMap((page) => Result.isFailure(page) ? [page.failure] : [])
  const fillOf = (pointer: string) => checked.filter((filled) => filled.has(pointer)).length / checked.length
  const check: WrapperCheck = {
    fields: fields.map((field) => ({ ...field, fill: checked.length === 0 ? 0 : fillOf(field.pointer) })),
    pages: { learnt, checked: checked.length },
    problem: rules === null
      ? withoutRules(status)
      : faults.length === 0
      ? null
      : faults.join(" ")
  }
  return check
})

const withoutRules = (status: WrapperState["status"]): string =>
  status === "learning"
    ? "The wrapper has no rules yet; wait until its status is ready."
    : "The wrapper has no rules; its own problem says why."

/** Pages that are read at the same time. */
const concurrency = 4
