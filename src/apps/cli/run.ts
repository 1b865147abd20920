import { Effect, Layer, Result } from "effect"
import { parseRequestUrl, withScheme } from "../../core/domain/WebUrl.ts"
import { RequestContext } from "../../core/kernel/RequestContext.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { Extractor } from "../../extract/Extractor.ts"
import { servicesWith } from "../../Gleaner.ts"
import { type CommandFailed, usage } from "./output/exit-codes.ts"
import { commandLog } from "./output/verbosity.ts"

export const settingsAndLogs = Layer.merge(commandLog, Settings.layer)

/** Services of a command for one page. The page is extracted in this process, which avoids the start of another one. */
export const services = servicesWith(Extractor.layerHere).pipe(Layer.provideMerge(settingsAndLogs))

/** Services of a command for many pages. */
export const servicesForMany = servicesWith(Extractor.layer).pipe(Layer.provideMerge(settingsAndLogs))

/** Normalizes a typed URL, or fails with an explanation. */
export const urlOf = (input: string): Effect.Effect<string, CommandFailed> =>
  input === "-"
    ? usage("- is not a URL; gleaner scrape - reads URLs from stdin, gleaner extract - reads a page from stdin")
    : Result.match(parseRequestUrl(input), {
      onFailure: (fault) => usage(`${JSON.stringify(input)} ${fault}.`),
      onSuccess: () => Effect.succeed(withScheme(input))
    })

/** Runs with the request context of a command. */
export const forCommand = <A, E, R>(page: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Settings, ({ requestTimeout }) => RequestContext.by(owner, "interactive", requestTimeout)(page))

/** The owner of every request of a command. */
export const owner = "command-line"
