import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"

/**
 * Runs a checkout: `npm start`, `npm run gleaner`. The program is bundled once and cached by the content of its
 * sources, since two thousand modules are slow to load, and bundled again after a change. This file is JavaScript,
 * because Node needs a moment to learn TypeScript.
 */
const root = path.join(import.meta.dirname, "..")
/** Sources of the program, its console and its documentation. */
const inputs = ["src", "scripts/support", "scripts/docs", "package.json", "package-lock.json"]
const kept = path.join(root, "node_modules/.cache/gleaner")

const filesIn = (name) => {
  const place = path.join(root, name)
  return fs.statSync(place).isFile()
    ? [place]
    : fs.readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)).toSorted()
}

const hash = createHash("sha256").update(process.version)
for (const file of inputs.flatMap(filesIn)) {
  const content = fs.readFileSync(file)
  hash.update(`\n${path.relative(root, file)} ${content.length}\n`).update(content)
}
const folder = path.join(kept, hash.digest("hex").slice(0, 32))
if (!fs.existsSync(folder)) {
  console.error("gleaner: building the service and its console, once for these sources")
  // In a process of its own, since a bundler leaves half a gigabyte behind.
  execFileSync(process.execPath, [path.join(root, "scripts/support/bundle-checkout.ts"), folder], { stdio: "inherit" })
}
// The shell between npm and this process takes a SIGTERM for itself, so that the service would outlive `npm start`.
const parent = process.ppid
if (process.env["npm_lifecycle_event"] !== undefined) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, "SIGTERM")
  }, 500).unref()
}
await import(path.join(folder, "main.js"))
