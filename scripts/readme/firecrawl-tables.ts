import * as refusals from "../../src/serving/firecrawl/refusals.ts"
import { refusedRoutes } from "../../src/serving/firecrawl/refused-routes.ts"
import { withPart } from "./generated-part.ts"

const row = (...cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |\n`

const code = (text: string): string => `\`${text}\``

const optionRows = (where: string, table: refusals.Refusals<string>): string =>
  Object.entries(table).map(([name, [why, ...accepted]]) =>
    row(code(name), where, accepted.map((value) => code(JSON.stringify(value))).join(", "), why)
  ).join("")

/** Without the options that are refused everywhere. */
const onlyOf = (table: refusals.Refusals<string>): refusals.Refusals<string> =>
  Object.fromEntries(Object.entries(table).filter(([name]) => !(name in refusals.pageRefusals)))

const options = (): string =>
  row("option", "of", "accepted values", "reason") + "|---|---|---|---|\n" +
  optionRows("pages", refusals.pageRefusals) +
  optionRows("pages of jobs", refusals.jobOnlyRefusals) +
  optionRows("crawls", refusals.crawlRefusals) +
  optionRows("batches", refusals.batchRefusals) +
  optionRows("searches", onlyOf(refusals.searchRefusals)) +
  optionRows("pages of searches", refusals.searchPageRefusals) +
  optionRows("the format `screenshot`", refusals.pictureRefusals) +
  optionRows("the format `changeTracking`", refusals.changeRefusals) +
  Object.entries(refusals.missingFormats).map(([name, why]) => row(code(name), "formats", "", why)).join("")

const routes = (): string =>
  row("route", "reason") + "|---|---|\n" + refusedRoutes.map(([path, why]) => row(code(`${path}*`), why)).join("")

/** Writes the tables of what is refused in the page on the clients of Firecrawl. */
export const withRefusals = (page: string): string =>
  withPart(withPart(page, "options", `\n${options()}\n`), "routes", `\n${routes()}\n`)
