import * as fs from "node:fs"
import * as path from "node:path"
import { bundleProgram } from "../../../scripts/support/bundle.ts"
import { otherPrograms } from "./programs.ts"

/** Makes the programs that tests start in the folder named. */
const [folder = ""] = process.argv.slice(2)
await bundleProgram(folder)
// In a folder of their own, so that the files of the command are those of the package, to the byte.
await bundleProgram(path.join(folder, "others"), "src/main.ts", otherPrograms)
// Link the folders of the checkout: the command expects them beside itself.
for (const name of ["console", "docs"]) {
  fs.symlinkSync(path.join(import.meta.dirname, "../../../dist", name), path.join(folder, name))
}
// Without it, Node reads each file to find out which kind of module it is.
fs.writeFileSync(path.join(folder, "package.json"), `{"type":"module"}\n`)
