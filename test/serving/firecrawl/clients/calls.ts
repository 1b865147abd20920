import { assert } from "@effect/vitest"
import * as refusals from "../../../../src/serving/firecrawl/refusals.ts"
import { refusedRoutes } from "../../../../src/serving/firecrawl/refused-routes.ts"
import { handbook } from "../../../support/handbook.ts"

/** fails: neither done nor refused with a reason, as by a fault of the client itself. */
export type Outcome = "works" | "refused" | "fails"

/** Calls of a client by name. A call rejects if its client reports an error. */
export type Calls = Readonly<Record<string, () => Promise<unknown>>>

const tables = [refusals.pageRefusals, refusals.jobPageRefusals, refusals.crawlRefusals, refusals.batchRefusals]

const reasons: ReadonlyArray<string> = [
  ...refusedRoutes.map(([, why]) => why),
  ...tables.flatMap((table) => Object.values(table).map(([why]) => why)),
  ...Object.values(refusals.missingFormats)
]

const outcomeOf = async (call: () => Promise<unknown>): Promise<Outcome> => {
  try {
    await call()
    return "works"
  } catch (error) {
    const text = error instanceof Error ? error.message : JSON.stringify(error)
    return reasons.some((why) => text.includes(why)) ? "refused" : "fails"
  }
}

/** The table of a client's calls in the documentation: `| `a`, `b` | works | |`. */
const documented = (client: string): Readonly<Record<string, string>> => {
  const page = handbook.get("src/docs/firecrawl.md") ?? assert.fail("no page")
  const section = page.split(/^## /m).find((part) => part.startsWith(`${client}\n`)) ?? assert.fail(`no ${client}`)
  return Object.fromEntries(
    [...section.matchAll(/^\| (`[^|]*`) \| (\w+) \|/gm)].flatMap(([, names = "", outcome = ""]) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => [name, outcome])
    )
  )
}

/** Does each call, and compares the outcomes with the table of the documentation. */
export const assertDocumented = async (client: string, calls: Calls): Promise<void> => {
  const found: Record<string, Outcome> = {}
  for (const [name, call] of Object.entries(calls)) found[name] = await outcomeOf(call)
  assert.deepStrictEqual(found, documented(client))
}
