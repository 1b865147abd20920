import * as fs from "node:fs"
import * as path from "node:path"
import { withSettings } from "./readme/settings-table.ts"

/** Writes the part of the documentation that follows from the code. */
const file = path.join(import.meta.dirname, "../src/docs/operating.md")
fs.writeFileSync(file, withSettings(fs.readFileSync(file, "utf8")))
