import * as fs from "node:fs"
import * as path from "node:path"
import { withSettings } from "./readme/settings-table.ts"

/** Writes the generated part of the documentation. */
const file = path.join(import.meta.dirname, "../src/docs/operating.md")
fs.writeFileSync(file, withSettings(fs.readFileSync(file, "utf8")))
