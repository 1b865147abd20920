import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"

/** Makes dist/: the sources with their types erased and their imports rewritten, and the data they read. */
const root = path.join(import.meta.dirname, "..")
const dist = path.join(root, "dist")

fs.rmSync(dist, { recursive: true, force: true })
execFileSync(path.join(root, "node_modules/.bin/tsc"), ["--project", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit"
})

const copied = fs.readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".json"))
for (const name of copied) fs.copyFileSync(path.join(root, "src", name), path.join(dist, "src", name))
// package.json stands beside src/ in the checkout and beside dist/src/ in the package: version.ts finds it in both.
fs.copyFileSync(path.join(root, "package.json"), path.join(dist, "package.json"))
fs.chmodSync(path.join(dist, "src/main.js"), 0o755)
