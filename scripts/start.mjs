import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { endWithNpm } from "./support/end-with-npm.mjs"

/**
 * Runs a checkout: `npm start`, `npm run gleaner`. The program is bundled once and cached by the content of its
 * sources, since two thousand modules are slow to load, and bundled again after a change. This file is JavaScript,
 * because Node needs a moment to learn TypeScript.
 */
const { engines } = JSON.parse(fs.readFileSync(new URL("../package.json", import.meta.url), "utf8"))
const oldest = Number(/\d+/.exec(engines.node)[0])
if (Number(process.versions.node.split(".")[0]) < oldest) {
  console.error(
    `gleaner: this is Node ${process.versions.node}; Gleaner needs Node ${oldest} or newer. `
      + "After npm ci, `npm run -s gleaner --` uses the Node that npm has installed here."
  )
  process.exit(2)
}
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
endWithNpm()
await import(path.join(folder, "main.js"))
