import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import type { OutputChunk } from "rolldown"
import { buildClient } from "./build-client.ts"
import { buildDocs } from "./docs/build-docs.ts"
import { buildConsole, librariesFile } from "./support/build-console.ts"
import { bundleProgram } from "./support/bundle.ts"
import { writeLibraryTypes } from "./support/library-types.ts"

/** Makes dist/ (or the folder named) of src/main.ts (or the module named). */
const root = path.join(import.meta.dirname, "..")
const [folder = "dist", main = "src/main.ts"] = process.argv.slice(2)
const dist = path.resolve(root, folder)
/** The package has the console, the documentation and types beside the command and the library. */
const isPackage = process.argv.length === 2

const program = await bundleProgram(dist, main)
// Without it, Node reads each file to find out which kind of module it is.
if (!isPackage) fs.writeFileSync(path.join(dist, "package.json"), `{"type":"module"}\n`)

const client = isPackage ? await buildClient(path.join(dist, "client.js")) : { output: [] }
if (isPackage) {
  await buildConsole(path.join(dist, "console"))
  await buildDocs(path.join(dist, "docs"))
  writeLibraryTypes(path.join(dist, "lib"))
  fs.writeFileSync(path.join(dist, "gleaner.1"), execFileSync(process.execPath, [path.join(dist, "main.js"), "--man"]))
}

/** The modules of what browsers load: the console and the search of the documentation. */
const inBrowsers = (isPackage ? ["console", "docs"] : []).flatMap((name) => {
  const file = path.join(dist, name, librariesFile)
  const modules = JSON.parse(fs.readFileSync(file, "utf8")) as ReadonlyArray<string>
  fs.rmSync(file)
  return modules
})

/** The libraries whose code went into the package, and under which licence: their texts come with it. */
const libraries = new Set(
  [...program, ...client.output].filter((file): file is OutputChunk => file.type === "chunk")
    .flatMap(({ modules }) => Object.keys(modules)).concat(inBrowsers)
    .flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [])
)

const licenceOf = (folder: string): string => {
  const { license, name, version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")) as Library
  const texts = fs.readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file))
    .map((file) => fs.readFileSync(path.join(folder, file), "utf8").trim())
  return [`${name} ${version} (${license})`, ...texts].join("\n\n")
}

interface Library {
  readonly name: string
  readonly version: string
  readonly license: string
}

fs.writeFileSync(
  path.join(dist, "licences.txt"),
  [...libraries].toSorted().map(licenceOf).join(`\n\n${"-".repeat(80)}\n\n`)
)
