import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import pkg from "../../package.json" with { type: "json" }
import { clientTypes } from "../client-types.ts"

const root = path.join(import.meta.dirname, "../..")
const typescript = path.join(root, "node_modules/typescript/bin/tsc")

/** Writes the type declarations of the package's exports only: half of all declarations are for the command. */
export const writeLibraryTypes = (folder: string): void => {
  execFileSync(process.execPath, [typescript, "-p", "tsconfig.lib.json", "--outDir", folder], {
    cwd: root,
    stdio: "inherit"
  })
  fs.writeFileSync(path.join(folder, "src/contract/client/wire.d.ts"), clientTypes())
  const entries = Object.values(pkg.exports).flatMap((entry) => typeof entry === "string" ? [] : [entry.types])
  const needed = entries.map((entry) => path.join(folder, path.relative("dist/lib", entry))).reduce(
    withImports,
    new Set()
  )
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = path.join(folder, name)
    if (fs.statSync(file).isFile() && !needed.has(file)) fs.rmSync(file)
  }
}

/** Adds a file of declarations and all that it imports. */
const withImports = (found: ReadonlySet<string>, file: string): ReadonlySet<string> => {
  if (found.has(file)) return found
  const imports = fs.readFileSync(file, "utf8").matchAll(/(?:\bfrom |\bimport\(|\bimport )"(\.[^"]+)\.[jt]s"/g)
  return [...imports].map(([, name]) => path.join(path.dirname(file), `${name}.d.ts`))
    .reduce(withImports, new Set([...found, file]))
}
