import { OpenApi } from "effect/http-api"
import * as fs from "node:fs"
import * as path from "node:path"
import { Api } from "../../src/contract/api/Api.ts"
import { docsPages } from "../../src/serving/server/docs-pages.ts"
import { librariesFile } from "../support/build-console.ts"
import { asset, freshFolder } from "../support/fresh-folder.ts"
import { contentOf } from "./markdown.ts"
import { page } from "./page.ts"
import { referenceContent } from "./reference.ts"
import { buildSearch } from "./search/build-search.ts"
import { routeSections, sectionsOf } from "./search/sections.ts"

const root = path.join(import.meta.dirname, "../..")
const source = path.join(root, "src/docs")
const inputs = [
  "src/docs",
  "src/contract/python/gleaner.py",
  "src/contract/api",
  "src/core/domain",
  "src/core/kernel",
  "scripts/docs",
  "scripts/support/fresh-folder.ts",
  "package-lock.json"
]

const start = { name: "index", title: "Gleaner", about: "Contents." }

const markdownOf = (name: string): string => fs.readFileSync(path.join(source, `${name}.md`), "utf8")

/**
 * Makes the pages of the documentation in the folder, unless they are there and made of the same. Says whether it made
 * them.
 */
export const buildDocs = (folder: string): Promise<boolean> =>
  freshFolder(folder, inputs, async (fresh) => {
    const markdown = new Map([start, ...docsPages].map(({ name }) => [name, markdownOf(name)]))
    const referenceHtml = referenceContent(OpenApi.fromApi(Api))
    const sections = [
      ...docsPages.flatMap(({ name }) => sectionsOf(`/docs/${name}`, markdown.get(name) ?? "")),
      ...sectionsOf("/docs", markdown.get(start.name) ?? ""),
      ...routeSections(referenceHtml.html)
    ]
    const search = await buildSearch()
    fs.writeFileSync(path.join(fresh, librariesFile), JSON.stringify(search.modules))
    const files = {
      search: asset(fresh, "search", "js", search.code),
      sections: asset(fresh, "sections", "json", JSON.stringify(sections)),
      style: asset(fresh, "docs", "css", fs.readFileSync(path.join(import.meta.dirname, "docs.css"), "utf8")),
      icon: asset(fresh, "icon", "svg", fs.readFileSync(path.join(root, "src/apps/console/shell/icon.svg"), "utf8"))
    }
    const write = (name: string, text: string) => fs.writeFileSync(path.join(fresh, name), text)
    for (const one of [start, ...docsPages]) {
      const text = markdown.get(one.name) ?? ""
      write(`${one.name}.md`, text)
      write(`${one.name}.html`, page(one, contentOf(text), files))
    }
    write("gleaner.py", fs.readFileSync(path.join(root, "src/contract/python/gleaner.py"), "utf8"))
    const reference = { name: "reference", title: "API reference", about: "Every route, field and answer." }
    write("reference.html", page(reference, referenceHtml, files))
  })
