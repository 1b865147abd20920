import * as fs from "node:fs"
import * as path from "node:path"
import { withSettings } from "./readme/settings-table.ts"

/** Writes the parts of README.md that follow from the code. */
const file = path.join(import.meta.dirname, "../README.md")
fs.writeFileSync(file, withSettings(fs.readFileSync(file, "utf8")))
