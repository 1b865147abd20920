import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { build, type OutputChunk } from "rolldown"
import { buildClient } from "./build-client.ts"
import { clientTypes } from "./client-types.ts"
import { buildDocs } from "./docs/build-docs.ts"
import { buildConsole, librariesFile } from "./support/build-console.ts"
import { alias, bundle, isExternal } from "./support/bundle.ts"
import { throwingGlobals } from "./support/throwing-globals.ts"

/** Makes dist/ (or the folder named) of src/main.ts (or the module named). */
const root = path.join(import.meta.dirname, "..")
const [folder = "dist", main = "src/main.ts"] = process.argv.slice(2)
const dist = path.resolve(root, folder)
const consoleFolder = path.join(dist, "console")
/** The package has the library beside the command. */
const isPackage = process.argv.length === 2
const typescript = path.join(root, "node_modules/typescript/bin/tsc")

const program = await bundle(dist, main)
// Without it, Node reads each file to find out which kind of module it is.
if (!isPackage) fs.writeFileSync(path.join(dist, "package.json"), `{"type":"module"}\n`)

/**
 * The library: a file for each module, so that an application takes what it uses. `effect` stays outside, since an
 * application has one copy of it.
 */
const library = isPackage
  ? await build({
    cwd: root,
    input: {
      "src/index": "src/index.ts",
      "src/testing": "src/testing.ts",
      "src/client/effect/GleanerClient": "src/client/effect/GleanerClient.ts",
      "src/extract/readers/reader": "src/extract/readers/reader.ts",
      "src/extract/readers/guard": "src/extract/readers/guard.ts",
      "src/stores/sqlite/thread": "src/stores/sqlite/thread.ts"
    },
    platform: "node",
    external: (id) => /^(?:effect|@effect\/platform-node)(?:\/|$)/.test(id) || isExternal(id),
    resolve: { alias },
    transform: { define: throwingGlobals },
    output: {
      dir: path.join(dist, "lib"),
      format: "esm",
      preserveModules: true,
      preserveModulesRoot: root,
      // npm packs no folder named node_modules, wherever it is.
      entryFileNames: ({ name }) => `${name.replaceAll("node_modules/", "vendor/")}.js`,
      comments: false
    }
  })
  : { output: [] }
const client = isPackage ? await buildClient(path.join(dist, "client.js")) : { output: [] }
if (isPackage) {
  await buildConsole(consoleFolder)
  await buildDocs(path.join(dist, "docs"))
  execFileSync(process.execPath, [typescript, "-p", "tsconfig.lib.json"], { cwd: root, stdio: "inherit" })
  fs.writeFileSync(path.join(dist, "lib/src/client/wire.d.ts"), clientTypes())
}

const inConsole = isPackage
  ? JSON.parse(fs.readFileSync(path.join(consoleFolder, librariesFile), "utf8")) as ReadonlyArray<string>
  : []
fs.rmSync(path.join(consoleFolder, librariesFile), { force: true })

/** The libraries whose code went into the package, and under which licence: their texts come with it. */
const libraries = new Set(
  [...program, ...library.output, ...client.output].filter((file): file is OutputChunk => file.type === "chunk")
    .flatMap(({ modules }) => Object.keys(modules)).concat(inConsole)
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
