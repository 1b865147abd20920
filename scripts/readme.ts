import * as fs from "node:fs"
import * as path from "node:path"
import { withErrors } from "./readme/error-tables.ts"
import { withRefusals } from "./readme/firecrawl-tables.ts"
import { withSettings } from "./readme/settings-table.ts"

/** Writes the generated parts of the documentation. */
for (
  const [name, written] of [["operating", withSettings], ["firecrawl", withRefusals], ["errors", withErrors]] as const
) {
  const file = path.join(import.meta.dirname, `../src/docs/${name}.md`)
  fs.writeFileSync(file, written(fs.readFileSync(file, "utf8")))
}
