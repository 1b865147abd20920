import * as fs from "node:fs"
import * as path from "node:path"
import { buildDocs } from "../docs/build-docs.ts"
import { buildConsole } from "./build-console.ts"
import { bundleProgram } from "./bundle.ts"

/** Maximum cached bundles: the current one, and those of other branches. */
const kept = 4

/**
 * Makes the program, its console and its documentation in the folder named. The folder appears when all of it is there.
 */
const bundleCheckout = async (folder: string): Promise<void> => {
  const parent = path.dirname(folder)
  fs.mkdirSync(parent, { recursive: true })
  const fresh = fs.mkdtempSync(path.join(parent, "new-"))
  try {
    await bundleProgram(fresh)
    for (const [name, build] of [["console", buildConsole], ["docs", buildDocs]] as const) {
      const built = path.join(import.meta.dirname, "../../dist", name)
      await build(built)
      fs.cpSync(built, path.join(fresh, name), { recursive: true })
    }
    // Without it, Node reads each file to find out which kind of module it is.
    fs.writeFileSync(path.join(fresh, "package.json"), `{"type":"module"}\n`)
    // Another start may have made the same in the meantime.
    if (!fs.existsSync(folder)) fs.renameSync(fresh, folder)
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true })
  }
  const age = (name: string) => fs.statSync(path.join(parent, name)).mtimeMs
  const old = fs.readdirSync(parent).filter((name) => /^[0-9a-f]{32}$/.test(name)).toSorted((a, b) => age(b) - age(a))
  for (const name of old.slice(kept)) fs.rmSync(path.join(parent, name), { recursive: true, force: true })
}

await bundleCheckout(process.argv[2] ?? "")
