import { sentObject } from "./object-options.ts"
import type { OptionField } from "./option-fields.ts"
import { sentRules } from "./typed-rules.ts"
import { sentPageSteps, sentStep, type TypedPageSteps, type TypedStep, typedSteps } from "./typed-steps.ts"

/** Values of form fields by the name of their option. */
export type Values = Readonly<Record<string, string | boolean>>

/** The options of the request that differ from their default, and the faults of wrong values. */
export const readOptions = (fields: ReadonlyArray<OptionField>, values: Values) => {
  const options: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  for (const field of fields) {
    const given = values[field.name] ?? field.preset ?? ""
    if (given === field.preset || given === "") continue
    const read = readers[field.kind](given, field.name)
    if (read === wrong) faults[field.name] = faultOf[field.kind] ?? "This cannot be read."
    else if (read !== undefined) options[field.name] = read
  }
  return { options, faults }
}

const wrong = Symbol("wrong")

const linesOf = (given: string | boolean): ReadonlyArray<string> =>
  String(given).split("\n").map((line) => line.trim()).filter((line) => line !== "")

const orNothing = <A extends object>(list: A, length: number): A | undefined => length === 0 ? undefined : list

const readers: Readonly<Record<OptionField["kind"], (given: string | boolean, name: string) => unknown>> = {
  switch: (given) => given === true,
  number: (given) => String(given).trim() !== "" && Number.isFinite(Number(given)) ? Number(given) : wrong,
  text: (given) => String(given).trim() || undefined,
  mode: (given) => given === "true" || (given === "false" ? false : given),
  choice: (given) => String(given) || undefined,
  lines: (given) => orNothing(linesOf(given), linesOf(given).length),
  pairs: (given) => {
    const pairs = linesOf(given).map((line) => /^([^:]+):\s*(.*)$/.exec(line))
    if (pairs.includes(null)) return wrong
    return orNothing(
      Object.fromEntries(pairs.map((pair) => [(pair?.[1] ?? "").trim(), pair?.[2] ?? ""])),
      pairs.length
    )
  },
  rules: (given) => {
    const rules = sentRules(String(given))
    return orNothing(rules, rules.length)
  },
  webhook: (given) => JSON.parse(String(given)), // written by WebhookInput
  job: (given) => String(given),
  profile: (given) => String(given) || undefined,
  object: (given, name) => sentObject(name, String(given)) ?? wrong,
  steps: (given) => typedSteps<TypedStep>(String(given)).map(sentStep),
  "page-steps": (given) => typedSteps<TypedPageSteps>(String(given)).map(sentPageSteps),
  json: (given) => {
    try {
      return JSON.parse(String(given))
    } catch {
      return wrong
    }
  }
}

const faultOf: Readonly<Partial<Record<OptionField["kind"], string>>> = {
  number: "Write a number.",
  object: "Write numbers.",
  pairs: "Write one pair a line, as name: value.",
  json: "This is not valid JSON."
}
