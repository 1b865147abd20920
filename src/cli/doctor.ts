import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { version } from "../domain/version.ts"
import { Extractor } from "../extract/Extractor.ts"
import { findBrowser } from "../render/find-browser.ts"
import { Settings, settings } from "../Settings.ts"
import type { Setting } from "../settings/setting.ts"
import { services } from "./run.ts"

export const doctor = Command.make("doctor", {}, () =>
  Effect.gen(function*() {
    const values = yield* Settings
    const browser = yield* findBrowser(values)
    const extractor = yield* Extractor
    const keys = values.apiKeys.length === 0
      ? "none configured; `gleaner serve` makes one and prints it (set GLEANER_API_KEYS to keep it)"
      : `${values.apiKeys.length} from GLEANER_API_KEYS: ${values.apiKeys.map(({ name }) => name).join(", ")}`
    yield* Console.log([
      `gleaner ${version} on Node ${process.version}`,
      `browser    ${browser._tag === "Found" ? `${browser.path} (${browser.origin})` : browser.why}`,
      `keys       ${keys}`,
      `reads      ${extractor.parsers.join(", ")}`,
      "limits"
    ].join("\n"))
    for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
      yield* Console.log(`  ${setting.variable.padEnd(34)} ${setting.show(values[name as keyof typeof settings])}`)
    }
  })).pipe(
    Command.withDescription("Tell which browser, keys and limits are in force"),
    Command.provide(services)
  )
