import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import type { PageElement } from "../../../src/extract/dom/node.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"

const folder = path.join(import.meta.dirname, "../../../../shared/conformance/html5lib/tree-construction")
const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter((file) => file.endsWith(".dat")) : []

interface Case {
  readonly data: string
  readonly tree: string
}

/** Whole documents with scripting off; doctypes are not kept in the page's tree. */
const casesOf = (file: string): ReadonlyArray<Case> =>
  `\n${fs.readFileSync(path.join(folder, file), "utf8")}`.split("\n#data\n").slice(1).flatMap((source) => {
    if (/^#document-fragment$|^#script-on$/m.test(source)) return []
    const parts = /^([\s\S]*?)\n?#errors\n([\s\S]*?)#document\n([\s\S]*)$/.exec(source)
    if (parts === null) return []
    const lines = (parts[3] ?? "").replace(/\n+$/, "").split(/\n(?=\| )/).filter((line) => !/^\| <!doctype/i.test(line))
    return [{ data: parts[1] ?? "", tree: lines.join("\n") }]
  })

const elementPrefix: Readonly<Record<string, string>> = {
  "http://www.w3.org/1998/Math/MathML": "math ",
  "http://www.w3.org/2000/svg": "svg "
}

const attributePrefix: Readonly<Record<string, string>> = {
  "http://www.w3.org/1999/xlink": "xlink ",
  "http://www.w3.org/XML/1998/namespace": "xml ",
  "http://www.w3.org/2000/xmlns/": "xmlns "
}

/** The tree as html5lib writes it. */
const linesOf = (node: PageElement, depth: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  const indent = `| ${"  ".repeat(depth)}`
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType === 3) lines.push(`${indent}"${child.data}"`)
    else if (child.nodeType === 8) lines.push(`${indent}<!-- ${child.data} -->`)
    else {
      lines.push(`${indent}<${elementPrefix[child.namespace] ?? ""}${child.tag}>`, ...attributeLines(child, indent))
      if (child.content !== undefined) lines.push(`${indent}  content`, ...linesOf(child.content, depth + 2))
      lines.push(...linesOf(child, depth + 1))
    }
  }
  return lines
}

const attributeLines = (element: PageElement, indent: string): ReadonlyArray<string> =>
  element.attrs.map((attribute) => {
    const namespace = "namespace" in attribute ? String(attribute.namespace) : ""
    return `${indent}  ${attributePrefix[namespace] ?? ""}${attribute.name}="${attribute.value}"`
  }).sort()

describe("the tree of a document", () => {
  it.skipIf(files.length === 0)("is html5lib's (skipped where ../shared/conformance is absent)", () => {
    const cases = files.flatMap(casesOf)
    assert.isAbove(cases.length, 1500)
    const differing = cases.filter(({ data, tree }) => linesOf(parseHtml(data).document, 0).join("\n") !== tree)
    assert.deepStrictEqual(differing.map(({ data }) => data), [])
  })
})
