import { assert, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import pkg from "../../package.json" with { type: "json" }
import { published, publishedReadme } from "../../scripts/package-json.ts"
import { docsPages } from "../../src/serving/server/docs-pages.ts"

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
