import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"

const root = path.join(import.meta.dirname, "../..")

const sourcesIn = (folder: string): ReadonlyArray<string> =>
  fs.readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /^(?!.*node_modules).*\.[mc]?[tj]sx?$/.test(name))
    .map((name) => path.join(root, folder, name))

/** Imports, as `file name`; the name is `*` for a module as a whole. */
const importsOf = (file: string): ReadonlyArray<string> =>
  [...fs.readFileSync(file, "utf8").matchAll(/(?:\{([^{}]*)\}|\*[^"'{}]*)\s*from\s*"(\.[^"]+)"|import\("(\.[^"]+)"\)/g)]
    .flatMap(([, names = "*", from, whole]) =>
      names.split(",").map((name) => name.trim().replace(/^type /, "").replace(/ as .*/, "")).filter((name) =>
        name !== ""
      )
        .map((name) => `${path.resolve(path.dirname(file), from ?? whole ?? "")} ${name}`)
    )

interface Export {
  readonly file: string
  readonly name: string
  readonly isType: boolean
}

const exportsOf = (file: string): ReadonlyArray<Export> =>
  [...fs.readFileSync(file, "utf8").matchAll(/^export (const|function|class|interface|type) (\w+)/gm)]
    .map(([, kind, name = ""]) => ({ file, name, isType: kind !== "const" && kind !== "function" }))

const imported = new Set(["src", "test", "scripts"].flatMap(sourcesIn).flatMap(importsOf))

/** A type, or the class of an error, that the other exports speak of is there for those who use them. */
const isSpokenOf = ({ file, isType, name }: Export): boolean =>
  isType && (fs.readFileSync(file, "utf8").match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0) > 1

describe("src", () => {
  it("exports no name that nobody imports", () => {
    const unused = sourcesIn("src").flatMap(exportsOf)
      .filter((name) => !imported.has(`${name.file} *`) && !imported.has(`${name.file} ${name.name}`))
      .filter((name) => !isSpokenOf(name))
    assert.deepStrictEqual(unused.map(({ file, name }) => `${path.relative(root, file)} ${name}`), [])
  })
})
