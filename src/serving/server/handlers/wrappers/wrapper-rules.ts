import { Effect } from "effect"
import type { PageOptions } from "../../../../core/domain/options/PageOptions.ts"
import type { ChosenRules } from "../../../../crawling/wrappers/choose-rules.ts"
import { Wrappers } from "../../../../crawling/wrappers/Wrappers.ts"
import { invalidFields } from "../../http/decode-problems.ts"
import { wrongOption } from "../../http/wrong-option.ts"
import { overStore } from "../../problems/store-problems.ts"

type DataOptions = Pick<PageOptions, "schema" | "wrapper">

/** Finds the rules for the data of a request. A wrapper that cannot be used is a wrong option. */
export const wrapperRules = Effect.map(Wrappers, (wrappers) => {
  const choose = (owner: string, { schema, wrapper }: DataOptions) =>
    schema === undefined && wrapper === undefined
      ? Effect.succeed<ChosenRules | undefined>(undefined)
      : wrappers.choose(owner, {
        ...(schema === undefined ? {} : { schema }),
        ...(wrapper === undefined ? {} : { wrapper })
      })

  /** The options of a page with the schema of its wrapper, the rules by the URL of the page, and the model. */
  const ofPage = <A extends DataOptions>(owner: string, options: A) =>
    choose(owner, options).pipe(
      Effect.catchTag("WrapperUnusable", ({ detail, option }) => wrongOption(option, detail)),
      overStore,
      Effect.map((chosen) =>
        chosen === undefined
          ? { options, rulesFor: undefined, askModel: undefined }
          : {
            options: { ...options, schema: chosen.schema },
            rulesFor: chosen.rulesFor,
            askModel: wrappers.askModel(chosen)
          }
      )
    )

  /** The options of a job with the schema of its wrapper, which may be gone when the job runs. `at`: where they are. */
  const ofJob = <A extends DataOptions>(owner: string, options: A, at = "") =>
    options.wrapper === undefined ? Effect.succeed(options) : choose(owner, options).pipe(
      Effect.catchTag(
        "WrapperUnusable",
        ({ detail, option }) => Effect.fail(invalidFields([{ pointer: `${at}/${option}`, detail }]))
      ),
      overStore,
      Effect.map((chosen): A => ({ ...options, ...(chosen === undefined ? {} : { schema: chosen.schema }) }))
    )

  return { ofPage, ofJob }
})
