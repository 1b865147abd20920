import { Schema } from "effect"
import type { ApiOption, Kind } from "../../src/apps/console/options/option-fields.ts"
import { choicesOf, formOf, type OptionForm } from "../../src/core/domain/options/option-forms.ts"
import { type OptionName, requestOptions } from "../../src/core/domain/options/RequestOptions.ts"
import { optionOf, type Route, routeOptions } from "../../src/core/domain/options/RouteOptions.ts"

/** The options of a route that the console's form has. Its `dry_run` is a button. */
export const consoleOptions = (route: Route): ReadonlyArray<ApiOption> =>
  routeOptions[route].filter((name: OptionName) => name !== "dry_run").map((name: OptionName) => {
    const { default: preset } = optionOf(route, name)
    const kind = inputs[name] ?? kinds[formOf(name)]
    return {
      name,
      kind,
      ...(kind === "choice" ? { choices: choicesOf(name) } : {}),
      ...(kind === "mode" ? { choices: [...switchesOf(name), ...choicesOf(name)] } : {}),
      ...(preset === undefined || Array.isArray(preset)
        ? {}
        : { preset: kind === "switch" && typeof preset === "boolean" ? preset : String(preset) })
    }
  })

/** The option takes true, false or both. */
const switchesOf = (name: OptionName): ReadonlyArray<string> =>
  [true, false].filter(Schema.is(requestOptions[name].schema)).map(String)

/** Options with an input of their own. */
const inputs: Readonly<Partial<Record<OptionName, Kind>>> = {
  actions: "steps",
  chunks: "object",
  extract: "rules",
  page_actions: "page-steps",
  pictures: "object",
  profile: "profile",
  since: "job",
  webhook: "webhook"
}

const kinds: Readonly<Record<OptionForm, Kind>> = {
  switch: "switch",
  mode: "mode",
  number: "number",
  text: "text",
  choice: "choice",
  names: "lines",
  texts: "lines",
  pairs: "pairs",
  numbers: "json",
  jsons: "json",
  file: "json"
}
