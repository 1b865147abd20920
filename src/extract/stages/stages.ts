import { type Context, Effect, Layer } from "effect"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { Part, Reading, Stage } from "../Reading.ts"
import { Chunks } from "./Chunks.ts"
import { Combine } from "./Combine.ts"
import { Content } from "./Content.ts"
import { Data } from "./Data.ts"
import { Links } from "./Links.ts"
import { stageFunctions } from "./loaded-functions.ts"
import { Media } from "./Media.ts"
import { Metadata } from "./Metadata.ts"
import { Parse } from "./Parse.ts"
import { Records } from "./Records.ts"
import { Select } from "./Select.ts"
import { Shell } from "./Shell.ts"
import { SoftFailures } from "./SoftFailures.ts"
import { Visible } from "./Visible.ts"

/** The services of the stages. Each can be replaced by another layer. */
export const stagesLayer = Layer.mergeAll(
  Parse.layer,
  Select.layer,
  Visible.layer,
  Content.layer,
  Chunks.layer,
  Metadata.layer,
  Shell.layer,
  SoftFailures.layer,
  Links.layer,
  Media.layer,
  Records.layer,
  Data.layer,
  Combine.layer
)

/** A stage whose service makes one part from others. */
const stage = <S, Shape, G extends Part>(
  { gives, name, needs, ...rest }: Pick<Stage<S>, "name" | "needs" | "isForTrees"> & { readonly gives: G },
  service: Context.Key<S, Shape>,
  run: (service: Shape, reading: Reading) => Effect.Effect<Reading[G], PageError>
): Stage<S> => ({
  name,
  gives,
  needs,
  ...rest,
  bind: Effect.map(service, (found) => (reading) =>
    // The key is the name of the part.
    Effect.map(run(found, reading), (part) => ({ [gives]: part }) as Partial<Reading>))
})

/** Stages in their order: the name of each, its input and its part, and its service. */
export const stages: ReadonlyArray<Stage<Layer.Success<typeof stagesLayer>>> = [
  stage({ name: "parse", gives: "page", needs: [] }, Parse, ({ parse }, { page }) => parse(page.input)),
  stage({ name: "select", gives: "page", needs: [] }, Select, ({ select }, { page }) => select(page)),
  stage({ name: "visible", gives: "page", needs: [] }, Visible, ({ visible }, { page }) => visible(page)),
  stage({ name: "content", gives: "content", needs: ["page"] }, Content, ({ content }, { page }) => content(page)),
  stage(
    { name: "chunks", gives: "chunked", needs: ["page", "content"] },
    Chunks,
    ({ chunks }, { content, page }) => chunks(page, content)
  ),
  stage(
    { name: "metadata", gives: "facts", needs: ["page"] },
    Metadata,
    ({ metadata }, { content, page }) => metadata(page, content)
  ),
  {
    name: "shell",
    gives: "shell",
    needs: ["page"],
    isForTrees: true,
    bind: Effect.map(
      Effect.all([Shell, Content, stageFunctions]),
      ([{ verdict }, { content }, { hasContent }]) => (reading) => {
        const { page } = reading
        let known = hasContent(reading) ? reading.content : undefined
        // If no field needs the content, it is read only for a page that may be a shell.
        const read = Effect.suspend(() => known === undefined ? content(page) : Effect.succeed(known))
        const kept = Effect.tap(read, (found) => Effect.sync(() => (known = found)))
        return Effect.map(
          verdict(page, kept),
          (shell) => ({ shell, ...(known === undefined ? {} : { content: known }) })
        )
      }
    )
  },
  stage(
    { name: "soft_failures", gives: "softFailures", needs: ["page", "content", "facts", "shell"], isForTrees: true },
    SoftFailures,
    ({ warnings }, { content, facts, page, shell }) => warnings(page, facts.title, content.text, shell)
  ),
  stage({ name: "links", gives: "links", needs: ["page"] }, Links, ({ links }, { page }) => links(page)),
  stage(
    { name: "media", gives: "media", needs: ["page", "content"] },
    Media,
    ({ media }, { content, page }) => media(page, content)
  ),
  stage(
    { name: "records", gives: "records", needs: ["page", "content", "facts"] },
    Records,
    ({ records }, { content, facts, page }) => records(page, content, facts)
  ),
  stage(
    { name: "data", gives: "data", needs: ["page", "content", "facts", "records"] },
    Data,
    ({ data }, { content, facts, page, records }) => data(page, content, facts, records)
  ),
  stage({ name: "combine", gives: "document", needs: [] }, Combine, ({ combine }, reading) => combine(reading))
]
