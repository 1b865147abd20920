import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"

const bench = path.join(import.meta.dirname, "..")

/**
 * The libraries that the benchmarks measure against have a package.json of their own: the product neither installs nor
 * locks them.
 */
export const withPeers = (): void => {
  if (fs.existsSync(path.join(bench, "node_modules"))) return
  console.error("The peers are not installed yet: npm ci --prefix scripts/bench")
  execFileSync("npm", ["ci", "--prefix", bench], { stdio: ["ignore", "ignore", "inherit"] })
}
