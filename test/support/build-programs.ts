import * as fs from "node:fs"
import * as path from "node:path"
import { bundle } from "../../scripts/support/bundle.ts"

/** Makes the programs that tests start in the folder named. */
const [folder = ""] = process.argv.slice(2)
await bundle(folder, "src/main.ts", {
  "misbehaving-reader": "test/extract/readers/misbehaving-reader.ts",
  "reading-service": "test/extract/readers/reading-service.ts"
})
// Without it, Node reads each file to find out which kind of module it is.
fs.writeFileSync(path.join(folder, "package.json"), `{"type":"module"}\n`)
