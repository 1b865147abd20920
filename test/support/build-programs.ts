import * as fs from "node:fs"
import * as path from "node:path"
import { bundle } from "../../scripts/support/bundle.ts"
import { programs } from "./programs.ts"

/** Makes the programs that tests start in the folder named. */
const [folder = ""] = process.argv.slice(2)
const { main, ...others } = programs
await bundle(folder, main, others)
// Without it, Node reads each file to find out which kind of module it is.
fs.writeFileSync(path.join(folder, "package.json"), `{"type":"module"}\n`)
