import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile, execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import pkg from "../../package.json" with { type: "json" }
import { builtCommand } from "../support/processes/built-command.ts"
import { type FixtureSite, startFixtureSite } from "../support/web/fixture-site.ts"

const root = path.join(import.meta.dirname, "../..")

/** A folder without installed packages: everything for a start and a page is in the bundle. */
const dist = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-build-"))

const run = promisify(execFile)
const node = (...args: ReadonlyArray<string>) =>
  run(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8",
      GLEANER_DOMAIN_DELAY: "0 millis",
      GLEANER_BROWSER: "off",
      GLEANER_WORKERS: "1"
    }
  })

/** The Node of the system, if it is an older one than that of the packages. */
const olderNode = (process.env["PATH"] ?? "").split(path.delimiter)
  .filter((folder) => !folder.includes("node_modules")).map((folder) => path.join(folder, "node"))
  .find((file) => fs.existsSync(file) && /^v2[0-3]\./.test(execFileSync(file, ["--version"], { encoding: "utf8" })))

/** Each throws for "%ff". */
const throwing = [
  "decodeURI(given)",
  "void decodeURIComponent(given)",
  "encodeURI(given.replace(\"%ff\", \"\\ud800\"))",
  "encodeURIComponent(given.replace(\"%ff\", \"\\ud800\"))",
  "String({ toString: () => JSON.parse(given) })",
  "new URL(given)",
  "BigInt(given)",
  "JSON.parse(given)",
  "new RegExp(given + '(')",
  "new TextDecoder(given)",
  "new Date(given).toISOString()",
  "new Intl.Locale(given)",
  "new Headers([[given + ' ', given]])",
  "structuredClone(() => given)",
  "given.missing.name",
  "const { name } = given.missing",
  "const unused = decodeURI(given)"
]

const importsOf = (name: string): ReadonlyArray<string> =>
  [...fs.readFileSync(path.join(dist, name), "utf8").matchAll(/\b(?:from|import)\(?(["'`])([@\w./:-]+)\1/g)]
    .flatMap(([, , from]) => from ?? [])

/** Adds a file of the build and all that it imports, at once or when needed. */
const withImports = (found: ReadonlySet<string>, name: string): ReadonlySet<string> =>
  found.has(name) || !fs.existsSync(path.join(dist, name))
    ? found
    : importsOf(name).filter((from) => from.startsWith("./")).map((from) => path.basename(from))
      .reduce(withImports, new Set([...found, name]))

/** All that a module of the build loads at once, and the libraries that it imports from the application. */
const loadedBy = (entry: string) => {
  const files = new Set<string>()
  const external = new Set<string>()
  const visit = (name: string): void => {
    if (files.has(name)) return
    files.add(name)
    for (const [, , from = ""] of fs.readFileSync(path.join(dist, name), "utf8").matchAll(atOnce)) {
      if (from.startsWith("./")) visit(path.basename(from))
      else if (!from.startsWith("node:")) external.add(from)
    }
  }
  visit(entry)
  const bytes = [...files].reduce((sum, name) => sum + fs.statSync(path.join(dist, name)).size, 0)
  return { files: files.size, bytes, external: [...external].toSorted() }
}

const atOnce = /(?:^|[;}])(?:im|ex)port(?:[\w$*{},\s]*from)?(["'`])([@\w./:-]+)\1/g

let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
  await node("scripts/build.ts", dist)
})
afterAll(async () => {
  fs.rmSync(dist, { recursive: true, force: true })
  await site.close()
})

describe("the built program", { tags: "long" }, () => {
  it("is what the command's name leads to", () => {
    assert.strictEqual(path.basename(pkg.bin.gleaner), "main.js")
    assert.match(fs.readFileSync(path.join(dist, "main.js"), "utf8"), /^#!\/usr\/bin\/env node\n/)
    assert.strictEqual(fs.statSync(path.join(dist, "main.js")).mode & 0o111, 0o111)
  })

  it("is to the byte the command that the other tests start", () => {
    const filesIn = (folder: string) => {
      const names = fs.readdirSync(folder).filter((name) => name.endsWith(".js")).toSorted()
      return Object.fromEntries(
        names.map((name) => {
          const content = fs.readFileSync(path.join(folder, name))
          return [name, createHash("sha256").update(content).digest("hex")]
        })
      )
    }
    const shipped = filesIn(dist)
    assert.isAbove(Object.keys(shipped).length, 50)
    assert.deepStrictEqual(filesIn(path.dirname(builtCommand)), shipped)
  })

  it("is under 2.5 MB with the library, compressed", () => {
    const files = fs.readdirSync(dist).map((name) => fs.readFileSync(path.join(dist, name)))
    assert.isBelow(gzipSync(Buffer.concat(files), { level: 9 }).length, 2_500_000)
  })

  it("has the library beside it, with the Effect of the application, and shares with it what needs none", () => {
    const entries = (...names: ReadonlyArray<string>) => names.reduce(withImports, new Set<string>())
    const command = entries("main.js", "reader.js", "guard.js", "thread.js")
    const library = entries("index.js", "stores.js", "extract.js", "testing.js", "effect-client.js")
    const importsEffect = (name: string) => importsOf(name).some((from) => /^(?:@effect\/|effect\b)/.test(from))
    assert.deepStrictEqual([...command].filter(importsEffect), [])
    assert.isTrue([...library].some(importsEffect))
    const shared = [...command].filter((name) => library.has(name))
    assert.isTrue(shared.some((file) => file.includes("undici-")))
    // The bundler names a file after one of its modules, so the model is found by its numbers.
    const numbers = fs.readFileSync("src/extract/rules/content-model.json", "utf8").match(/(?:-?\d+,){40}/)?.[0] ?? ""
    assert.isNotEmpty(numbers)
    const hasModel = (name: string) => fs.readFileSync(path.join(dist, name), "utf8").includes(numbers)
    const withModel = shared.filter(hasModel)
    assert.lengthOf(withModel, 1)
    assert.deepStrictEqual([...command, ...library].filter(hasModel), [...withModel, ...withModel])
  })

  it("has a thread of SQLite that loads no more than it runs, since each store starts one", () => {
    const loaded = [...withImports(new Set(), "thread.js")].map((name) => fs.statSync(path.join(dist, name)).size)
    assert.isAbove(loaded.length, 5)
    assert.isBelow(loaded.reduce((sum, size) => sum + size, 0), 60_000)
  })

  it("loads gleaner/extract without the rules of the stages, which the first page loads", () => {
    const { bytes, external, files } = loadedBy("extract.js")
    // Schemas alone would double the time: 142 modules of Effect, for these 65.
    assert.deepStrictEqual(
      external.filter((name) => !name.startsWith("effect/")),
      []
    )
    assert.deepStrictEqual(
      external.map((name) => name.slice("effect/".length)),
      ["Clock", "Context", "Data", "Duration", "Effect", "Layer"]
    )
    assert.isBelow(files, 22)
    assert.isBelow(bytes, 40_000)
    // The bar means something: the whole library loads more at once, and a page loads more later.
    assert.isAbove(loadedBy("index.js").files, files)
    assert.isAbove(withImports(new Set(), "extract.js").size, files + 30)
  })

  it("extracts with the oldest Node of gleaner/extract", { skip: olderNode === undefined }, async () => {
    const page = path.join(root, "test/extract/cases/md-code-inline/source.html")
    const source = `import { extract } from ${JSON.stringify(pathToFileURL(path.join(dist, "extract.js")).href)}
      import { readFileSync } from "node:fs"
      const { markdown } = await extract(readFileSync(${JSON.stringify(page)}), { url: "https://example.com/" })
      console.log(markdown)`
    // Node looks for the application's Effect beside the program.
    fs.symlinkSync(path.join(root, "node_modules"), path.join(dist, "node_modules"))
    const { stdout } = await run(olderNode ?? "", ["--input-type=module", "--eval", source], { cwd: dist })
    fs.rmSync(path.join(dist, "node_modules"))
    assert.isAbove(stdout.length, 20)
  })

  it("has nothing newer than ECMAScript 2023 in gleaner/extract but strings, which Node 20 has", async () => {
    const options = ["--ignoreConfig", "--noEmit", "--skipLibCheck", "--strict", "--module", "nodenext"]
    const given = ["--target", "es2023", "--lib", "es2023,es2024.string,dom,dom.iterable", "--types", "node"]
    const how = [...options, ...given, "--allowImportingTsExtensions", "--resolveJsonModule"]
    await node(
      "node_modules/typescript/bin/tsc",
      ...how,
      "src/extract/markdown/turndown.d.ts",
      "src/page/extract-page.ts"
    )
  })

  it("keeps a statement whose only effect is to throw", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-statements-"))
    const attempts = throwing.map((call, index) => `try { ${call} } catch { thrown.push(${index}) }`).join("\n")
    const source = `const thrown = []\nconst given = process.argv[2] ?? "%ff"\n${attempts}\nconsole.log(thrown.length)`
    fs.writeFileSync(path.join(folder, "source.mjs"), source)
    const bundling = `import { bundleProgram } from ${JSON.stringify(path.join(root, "scripts/support/bundle.ts"))}
      await bundleProgram(${JSON.stringify(path.join(folder, "made"))}, ${
      JSON.stringify(path.join(folder, "source.mjs"))
    })`
    await node("--input-type=module-typescript", "--eval", bundling)
    const { stdout } = await node(path.join(folder, "made/main.js"))
    fs.rmSync(folder, { recursive: true })
    assert.strictEqual(Number(stdout), throwing.length)
  })

  it("knows its version and what it reads", async () => {
    const { stdout } = await node(path.join(dist, "main.js"), "doctor")
    assert.match(stdout, new RegExp(`^gleaner ${pkg.version} on Node `))
    assert.include(stdout, "application/pdf")
  })

  it("crawls, with its pages read in a reader", async () => {
    const { stderr, stdout } = await node(
      path.join(dist, "main.js"),
      "crawl",
      `${site.url}/articles/tide`,
      "--max-pages",
      "2"
    )
    const documents = stdout.trim().split("\n").map((line) => JSON.parse(line) as { title: string })
    assert.match(stderr, /^done: 2 crawled, 2 stored, .*\n$/)
    assert.strictEqual(documents[0]?.title, "How tides are predicted")
    assert.lengthOf(documents, 2)
  })

  it("carries the licences of what is built in", () => {
    const licences = fs.readFileSync(path.join(dist, "licences.txt"), "utf8")
    for (const name of ["effect", "undici", "parse5", "turndown"]) {
      assert.match(licences, new RegExp(`^${name} ${pkg.devDependencies[name as "effect"]} \\(MIT\\)$`, "m"))
    }
  })
})
