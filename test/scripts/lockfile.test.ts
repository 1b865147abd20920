import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import lock from "../../package-lock.json" with { type: "json" }
import pkg from "../../package.json" with { type: "json" }
import { published, publishedReadme } from "../../scripts/package-json.ts"
import { docsPages } from "../../src/serving/server/docs-pages.ts"

interface Entry {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly optional?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const packages = lock.packages as Readonly<Record<string, Entry>>

/** As Node resolves it: beside the dependent, then in each folder above. */
const isLocked = (dependent: string, name: string, wanted: string): boolean => {
  for (let folder = dependent;; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const entry = packages[`${folder === "" ? "" : `${folder}/`}node_modules/${name}`]
    if (entry !== undefined) return !/^\d/.test(wanted) || entry.version === wanted
    if (folder === "") return false
  }
}

describe("package-lock.json", () => {
  // A lock written where one platform's binaries alone can be had makes `npm ci` refuse to start.
  it("locks the binaries of every platform, which npm ci asks for", () => {
    const missing = Object.entries(packages).flatMap(([dependent, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies).filter(([name, wanted]) => !isLocked(dependent, name, wanted))
        .map(([name]) => `${dependent} -> ${name}`)
    )
    assert.deepStrictEqual(missing, [])
  })

  it("says the hash of every package, and no registry in particular", () => {
    const installed = Object.entries(packages).filter(([folder]) => folder !== "")
    assert.deepStrictEqual(installed.filter(([, { integrity }]) => integrity === undefined).map(([name]) => name), [])
    assert.deepStrictEqual(installed.filter(([, { resolved }]) => resolved !== undefined).map(([name]) => name), [])
  })

  // npm leaves out an optional package whose engines exclude the Node that npm runs on, without a word.
  it("has the browser of the tests for npm on Node 20, too", () => {
    assert.isUndefined(packages["node_modules/@sparticuz/chromium"]?.optional)
  })
})

it("the package publishes nothing of the checkout in its package.json", () => {
  const { allowScripts: _, devDependencies, files, puppeteer: __, scripts: ___, ...rest } = pkg
  assert.deepStrictEqual(published(pkg), {
    ...rest,
    files: [...files, "SECURITY.md"],
    optionalDependencies: { "@sparticuz/chromium": devDependencies["@sparticuz/chromium"] }
  })
  assert.include(pkg.scripts.prepack, "scripts/package-json.ts")
  assert.include(pkg.scripts.postpack, "scripts/package-json.ts restore")
})

it("the README of the package links only to files of the package", () => {
  const root = path.join(import.meta.dirname, "../..")
  const readme = publishedReadme(fs.readFileSync(path.join(root, "README.md"), "utf8"))
  const shipped = new Set([
    ...["index", ...docsPages.map(({ name }) => name)].map((name) => `dist/docs/${name}.md`),
    ...fs.readdirSync(path.join(root, "scripts/readme")).map((name) => `dist/readme/${name}`),
    "CHANGELOG.md",
    "LICENSE",
    "SECURITY.md"
  ])
  const links = [...readme.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].flatMap(([, link = ""]) =>
    /^https?:/.test(link) ? [] : [link]
  )
  assert.isAbove(links.length, 25)
  assert.deepStrictEqual(links.filter((link) => !shipped.has(link)), [])
})
