import * as fs from "node:fs"
import * as path from "node:path"
import { withCounts, withWarnings } from "./readme/counts.ts"
import { withErrors } from "./readme/error-tables.ts"
import { withRefusals } from "./readme/firecrawl-tables.ts"
import { withSettings } from "./readme/settings-table.ts"

/** Writes the generated parts of the documentation. */
for (
  const [name, written] of [
    ["README.md", withCounts],
    ["src/docs/guide.md", withWarnings],
    ["src/docs/operating.md", withSettings],
    ["src/docs/firecrawl.md", withRefusals],
    ["src/docs/errors.md", withErrors]
  ] as const
) {
  const file = path.join(import.meta.dirname, "..", name)
  fs.writeFileSync(file, written(fs.readFileSync(file, "utf8")))
}
