import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Discoverer } from "../page/Discoverer.ts"
import { forCommand, services, urlOf } from "./run.ts"

const url = Argument.String("url").pipe(Argument.withDescription("The page to read links from"))
const internalOnly = Flag.Boolean("internal-only").pipe(
  Flag.withDescription("Same-site links only"),
  Flag.withDefault(false)
)
const json = Flag.Boolean("json").pipe(Flag.withDescription("Print the whole result as JSON"), Flag.withDefault(false))

export const discover = Command.make("discover", { url, internalOnly, json }, (input) =>
  Effect.gen(function*() {
    const target = yield* urlOf(input.url)
    const discoverer = yield* Discoverer
    const result = yield* forCommand(discoverer.discover({ url: target, internalOnly: input.internalOnly }))
    yield* Console.log(input.json ? JSON.stringify(result, null, 2) : result.links.map((link) => link.url).join("\n"))
  })).pipe(Command.withDescription("Print every link of a page, one a line"), Command.provide(services))
