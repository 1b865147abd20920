import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"

/**
 * The programs that tests start, bundled as the package has them: a bundle starts with a third of the CPU time that its
 * sources take. They are kept by the content of what they are made of.
 */
export const programs = {
  main: "src/main.ts",
  reader: "src/extract/readers/reader.ts",
  thread: "src/stores/sqlite/thread.ts",
  "misbehaving-reader": "test/extract/readers/misbehaving-reader.ts",
  "reading-service": "test/extract/readers/reading-service.ts"
}

const root = path.join(import.meta.dirname, "../..")
const inputs = [
  "src",
  "scripts/support",
  "test/extract/readers",
  "test/support/build-programs.ts",
  "package.json",
  "package-lock.json"
]
const parent = path.join(root, "node_modules/.cache/test-programs")
/** How many bundles stay. */
const kept = 3

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
  for (const name of old.slice(kept)) fs.rmSync(path.join(parent, name), { recursive: true, force: true })
}

/** The file to start: of the bundle, or of the sources where there is no bundle of these. */
export const programFile = (name: keyof typeof programs): string => {
  const built = path.join(theFolder(), `${name}.js`)
  return fs.existsSync(built) ? built : path.join(root, programs[name])
}

if (import.meta.main) buildPrograms()
