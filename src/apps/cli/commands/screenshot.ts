import { Effect, FileSystem } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { extname } from "node:path"
import { pictureStep } from "../../../contract/api/Pictures.ts"
import type { pictureTypes } from "../../../core/domain/document/Picture.ts"
import { withSchemeHint } from "../../../core/domain/errors/scheme-hint.ts"
import { withDefaults } from "../../../core/domain/options/RouteOptions.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { Pictures } from "../../../page/Pictures.ts"
import { findBrowser } from "../../../web/render/browser/find-browser.ts"
import { decodeOptions, optionFlags } from "../option-flags.ts"
import { failed, usage } from "../output/exit-codes.ts"
import { cannotWrite, warn, writeBytes } from "../output/output.ts"
import { reportOverwrite } from "../output/verbosity.ts"
import { waitingFor } from "../output/waiting.ts"
import { forCommand, services, urlOf } from "../run.ts"

const url = Argument.String("url").pipe(
  Argument.withDescription("URL of the page; https:// is prepended to a bare host")
)
const out = Flag.String("out").pipe(
  Flag.withAlias("o"),
  Flag.withDescription("File for the picture; its extension selects the format. - is stdout")
)

export const screenshot = Command.make(
  "screenshot",
  { url, out, options: optionFlags("screenshot") },
  (input) =>
    Effect.gen(function*() {
      const target = yield* urlOf(input.url)
      const given = yield* decodeOptions("screenshot", input.options)
      const options = withDefaults(
        "screenshot",
        "format" in given ? given : { ...given, ...yield* formatOf(input.out) }
      )
      const fault = pictureStep(given.actions)
      if (fault !== undefined) return yield* usage(`--actions ${fault}.`)
      const pictures = yield* Pictures
      const { bytes, finalUrl, status, warnings } = yield* forCommand(
        pictures.take({ url: new URL(target), options, ...compact({ actions: options.actions }) })
      ).pipe(
        waitingFor(target),
        Effect.catchTags({
          PageError: (error) => Effect.fail(withSchemeHint(input.url)(error)),
          RenderingUnavailable: () => noBrowser
        })
      )
      if (input.out === "-") yield* writeBytes(bytes)
      else {
        const fs = yield* FileSystem.FileSystem
        yield* reportOverwrite(input.out)
        yield* Effect.mapError(fs.writeFile(input.out, bytes), cannotWrite(input.out))
      }
      for (const { message } of warnings) yield* warn(`gleaner: ${message}`)
      if (status >= 400) yield* warn(`gleaner: ${finalUrl}: the site answered with status ${status}`)
    })
).pipe(
  Command.withDescription("Take a picture of one page"),
  Command.provide(services),
  Command.withExamples([{
    command: "gleaner screenshot example.com -o page.png",
    description: "The page in a window of 1280 by 1024 pixels"
  }])
)

const formats: Readonly<Record<string, keyof typeof pictureTypes | undefined>> = {
  ".png": "png",
  ".jpg": "jpeg",
  ".jpeg": "jpeg",
  ".webp": "webp",
  ".pdf": "pdf"
}

/** A name without an extension selects no format. Other extensions are errors. */
const formatOf = (file: string) => {
  const ending = extname(file).toLowerCase()
  const format = formats[ending]
  if (format !== undefined) return Effect.succeed({ format })
  if (ending === "") return Effect.succeed({})
  return usage(
    `--out ${file} ends in ${ending}, which is not a picture format; use ${
      Object.keys(formats).join(", ")
    }, or --format.`
  )
}

const noBrowser = Effect.gen(function*() {
  const found = yield* findBrowser(yield* Settings)
  return yield* failed(found._tag === "Missing" ? found.why : "The browser cannot be used.")
})
