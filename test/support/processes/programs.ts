import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"

/**
 * The programs that tests start: the command as the package has it, and programs of the tests, bundled in the same way.
 * A bundle starts with a third of the CPU time of its sources. Bundles are cached by the content of what they are
 * made of.
 */
const programs = {
  main: ["main.js", "src/main.ts"],
  reader: ["reader.js", "src/extract/workers/reader.ts"],
  "ocr-process": ["ocr-process.js", "src/extract/workers/ocr/ocr-process.ts"],
  thread: ["thread.js", "src/crawling/stores/sqlite/thread/thread.ts"],
  "misbehaving-reader": ["others/misbehaving-reader.js", "test/extract/workers/misbehaving-reader.ts"],
  "misbehaving-ocr": ["others/misbehaving-ocr.js", "test/extract/workers/ocr/misbehaving-ocr.ts"],
  "reading-service": ["others/reading-service.js", "test/extract/workers/reading-service.ts"]
} as const

/** The sources of the programs of the tests. */
export const otherPrograms = {
  "misbehaving-reader": programs["misbehaving-reader"][1],
  "misbehaving-ocr": programs["misbehaving-ocr"][1],
  "reading-service": programs["reading-service"][1]
}

const root = path.join(import.meta.dirname, "../../..")
const inputs = [
  "src",
  "scripts/support",
  "test/extract/workers",
  "test/support/processes/build-programs.ts",
  "package.json",
  "package-lock.json"
]
const parent = path.join(root, "node_modules/.cache/test-programs")
/** Maximum cached bundles. */
const kept = 3
const hour = 3_600_000

const filesIn = (name: string): ReadonlyArray<string> => {
  const place = path.join(root, name)
  return fs.statSync(place).isFile()
    ? [place]
    : fs.readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)).toSorted()
}

const folderOf = (): string => {
  const hash = createHash("sha256").update(process.version)
  for (const file of inputs.flatMap(filesIn)) {
    const content = fs.readFileSync(file)
    hash.update(`\n${path.relative(root, file)} ${content.length}\n`).update(content)
  }
  return path.join(parent, hash.digest("hex").slice(0, 32))
}

let folder: string | undefined
const theFolder = (): string => folder ??= folderOf()

/** Makes them, if they are not there. A run of all tests begins with it, and so do the tests of commands. */
export const buildPrograms = (): void => {
  if (fs.existsSync(theFolder())) return
  fs.mkdirSync(parent, { recursive: true })
  const fresh = fs.mkdtempSync(path.join(parent, "new-"))
  // In a process of its own, since a bundler leaves half a gigabyte behind.
  execFileSync(process.execPath, [path.join(import.meta.dirname, "build-programs.ts"), fresh], { stdio: "inherit" })
  // Another worker may have made the same in the meantime.
  if (!fs.existsSync(theFolder())) fs.renameSync(fresh, theFolder())
  fs.rmSync(fresh, { recursive: true, force: true })
  const age = (name: string) => fs.statSync(path.join(parent, name)).mtimeMs
  const old = fs.readdirSync(parent).filter((name) => /^[0-9a-f]{32}$/.test(name)).toSorted((a, b) => age(b) - age(a))
  // A run that has begun with one may still start it.
  const idle = old.slice(kept).filter((name) => age(name) < Date.now() - hour)
  for (const name of idle) fs.rmSync(path.join(parent, name), { recursive: true, force: true })
}

/** The file to start, in the bundle or else in the sources. */
export const programFile = (name: keyof typeof programs): string => {
  const [built, source] = programs[name]
  const file = path.join(theFolder(), built)
  return fs.existsSync(file) ? file : path.join(root, source)
}

if (import.meta.main) buildPrograms()
