import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"

/** A file in each of its encodings. */
export interface Asset {
  readonly type: string
  readonly tag: string
  readonly bodies: Readonly<Partial<Record<"br" | "gzip" | "identity", Uint8Array>>>
}

/** The files of a built folder by the path that a browser asks for; none when index.html is not there, so not built. */
export const readAssets = (folder: string, pathOf: (name: string) => string): ReadonlyMap<string, Asset> => {
  if (!fs.existsSync(path.join(folder, "index.html"))) return new Map()
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" })
  return new Map(names.flatMap((name) => {
    const type = types[path.extname(name)]
    if (type === undefined) return []
    const file = path.join(folder, name)
    const identity = fs.readFileSync(file)
    const tag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`
    const packed = (suffix: string) => fs.existsSync(file + suffix) ? fs.readFileSync(file + suffix) : identity
    const asset: Asset = { type, tag, bodies: { identity, br: packed(".br"), gzip: packed(".gz") } }
    return [[pathOf(name.split(path.sep).join("/")), asset]]
  }))
}

/** A folder that is beside the built program, or where a checkout builds it. */
export const builtFolder = (name: string): string => {
  const beside = path.join(import.meta.dirname, name)
  return fs.existsSync(beside) ? beside : path.join(import.meta.dirname, "../../dist", name)
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml"
}
