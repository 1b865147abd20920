import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { buildClient } from "../../../scripts/build-client.ts"
import { clientTypes } from "../../../scripts/client-types.ts"

const root = path.join(import.meta.dirname, "../../..")
const cache = path.join(root, "node_modules/.cache")
let folder = ""
beforeAll(() => {
  fs.mkdirSync(cache, { recursive: true })
  folder = fs.mkdtempSync(path.join(cache, "client-"))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

describe("the client of the package", () => {
  it("is one small file that loads nothing", async () => {
    const { output } = await buildClient(path.join(folder, "client.js"))
    assert.lengthOf(output, 1)
    const source = fs.readFileSync(path.join(folder, "client.js"), "utf8")
    assert.notMatch(source, /\bimport\b|\brequire\(|\bprocess\b|\bBuffer\b/)
    assert.isBelow(source.length, 40_000)
  })

  it("has the types of the schemas, written out without a library", () => {
    const types = clientTypes()
    assert.notMatch(types, /\bimport\b/)
    fs.writeFileSync(path.join(folder, "written.d.ts"), types)
    const names = [...types.matchAll(/^export type (\w+)/gm)].map(([, name]) => name)
    assert.sameMembers(
      names,
      [...fs.readFileSync(path.join(root, "src/contract/client/wire.ts"), "utf8").matchAll(/^export type (\w+)/gm)].map(
        (
          [, name]
        ) => name
      )
    )
    fs.writeFileSync(
      path.join(folder, "same.ts"),
      [
        `import type * as Written from "./written.d.ts"`,
        `import type * as Wire from "${path.relative(folder, path.join(root, "src/contract/client/wire.ts"))}"`,
        `type Same<A, B> = [A] extends [B] ? [B] extends [A] ? true : false : false`,
        ...names.map((name) => `export const is${name}: Same<Written.${name}, Wire.${name}> = true`)
      ].join("\n")
    )
    fs.writeFileSync(
      path.join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: path.join(root, "tsconfig.json"),
        compilerOptions: { incremental: false, tsBuildInfoFile: null, rootDir: root },
        include: ["same.ts"],
        exclude: []
      })
    )
    const compiler = path.join(root, "node_modules/typescript/bin/tsc")
    execFileSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8", stdio: "pipe" })
  })
})
