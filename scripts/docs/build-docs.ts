import { OpenApi } from "effect/http-api"
import * as fs from "node:fs"
import * as path from "node:path"
import { Api } from "../../src/api/Api.ts"
import { docsPages } from "../../src/docs/pages.ts"
import { asset, freshFolder } from "../support/fresh-folder.ts"
import { contentOf } from "./markdown.ts"
import { page } from "./page.ts"
import { referenceContent } from "./reference.ts"

const root = path.join(import.meta.dirname, "../..")
const source = path.join(root, "src/docs")
const inputs = [
  "src/docs",
  "src/api",
  "src/domain",
  "src/kernel",
  "scripts/docs",
  "scripts/support/fresh-folder.ts",
  "package-lock.json"
]

/**
 * Makes the pages of the documentation in the folder, unless they are there and made of the same. Says whether it made
 * them.
 */
export const buildDocs = (folder: string): Promise<boolean> =>
  freshFolder(folder, inputs, async (fresh) => {
    const files = {
      style: asset(fresh, "docs", "css", fs.readFileSync(path.join(import.meta.dirname, "docs.css"), "utf8")),
      icon: asset(fresh, "icon", "svg", fs.readFileSync(path.join(root, "src/console/icon.svg"), "utf8"))
    }
    const write = (name: string, text: string) => fs.writeFileSync(path.join(fresh, name), text)
    const start = { name: "index", title: "Gleaner", about: "What stands where." }
    for (const one of [start, ...docsPages]) {
      const markdown = fs.readFileSync(path.join(source, `${one.name}.md`), "utf8")
      write(`${one.name}.md`, markdown)
      write(`${one.name}.html`, page(one, contentOf(markdown), files))
    }
    const reference = { name: "reference", title: "API reference", about: "Every route, field and answer." }
    write("reference.html", page(reference, referenceContent(OpenApi.fromApi(Api)), files))
  })
