import { Effect, Option, Schema } from "effect"
import type { PageOptions } from "../../core/domain/options/PageOptions.ts"
import { WrapperId } from "../../core/domain/wrapper/Wrapper.ts"
import type { PageInput } from "../../extract/Page.ts"
import { schemaDigest } from "./schema-digest.ts"
import { isOfLayout, layoutOf } from "./wrapper-layout.ts"
import type { StoredWrapper, WrapperStore } from "./WrapperStore.ts"

/** A wrapper that a request names cannot be used. The detail completes a sentence about the option. */
export class WrapperUnusable extends Schema.TaggedError<WrapperUnusable>()("WrapperUnusable", {
  option: Schema.Literals(["wrapper", "schema"]),
  detail: Schema.String
}) {}

export interface ChosenRules {
  readonly schema: NonNullable<PageOptions["schema"]>
  readonly rulesFor: (finalUrl: string) => PageInput["wrapperRules"]
  /** Whether the URL is one of the layout that the wrapper is for. */
  readonly isOfLayout: (wrapper: string, url: string) => boolean
}

/**
 * The rules for the pages of a request: of the wrapper that it names, else of the newest wrapper with an equal schema
 * for the host of each page. Undefined for a request without data.
 */
export const chooseRules = Effect.fnUntraced(function*(
  store: WrapperStore["Service"],
  owner: string,
  { schema, wrapper }: Pick<PageOptions, "schema" | "wrapper">
) {
  if (wrapper !== undefined) return yield* namedRules(store, owner, WrapperId.make(wrapper), schema)
  if (schema === undefined) return undefined
  const ready = yield* store.ready(owner, schemaDigest(schema))
  const chosen: ChosenRules = {
    schema,
    isOfLayout: layoutsOf(ready),
    rulesFor: (finalUrl) => {
      const { host } = new URL(finalUrl)
      const found = ready.find(({ state }) => state.host === host)
      return found === undefined ? undefined : rulesOf(found)
    }
  }
  return chosen
})

const namedRules = Effect.fnUntraced(function*(
  store: WrapperStore["Service"],
  owner: string,
  id: WrapperId,
  schema: PageOptions["schema"]
) {
  const found = yield* store.get(owner, id)
  if (Option.isNone(found)) {
    return yield* new WrapperUnusable({
      option: "wrapper",
      detail: "does not exist for this key; GET /v1/wrappers lists those that do"
    })
  }
  const { state } = found.value
  const rules = rulesOf(found.value)
  if (rules === undefined) {
    return yield* new WrapperUnusable({
      option: "wrapper",
      detail: state.status === "learning"
        ? "is still learnt; wait until its status is ready"
        : "has no rules; its problem says why"
    })
  }
  if (schema !== undefined && schemaDigest(schema) !== state.digest) {
    return yield* new WrapperUnusable({
      option: "schema",
      detail: "is not the schema of the wrapper; leave one of them out"
    })
  }
  const chosen: ChosenRules = {
    schema: state.schema,
    rulesFor: () => rules,
    isOfLayout: layoutsOf([found.value])
  }
  return chosen
})

const layoutsOf = (wrappers: ReadonlyArray<StoredWrapper>): ChosenRules["isOfLayout"] => {
  const layouts = new Map(
    wrappers.map(({ id, state }): [string, ReadonlyArray<string>] => [id, layoutOf(state.sources)])
  )
  return (wrapper, url) => isOfLayout(layouts.get(wrapper) ?? [], url)
}

const rulesOf = ({ id, state: { rules } }: StoredWrapper): PageInput["wrapperRules"] =>
  rules === null ? undefined : { wrapper: id, rules }
