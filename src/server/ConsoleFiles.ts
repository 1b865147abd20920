import { Context, Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"

/** A file of the console in each of its encodings. */
export interface Asset {
  readonly type: string
  readonly tag: string
  readonly bodies: Readonly<Partial<Record<"br" | "gzip" | "identity", Uint8Array>>>
}

/**
 * The files of the console, by the path that a browser asks for. They are read once, when the first of them is needed.
 */
export class ConsoleFiles extends Context.Service<ConsoleFiles, {
  readonly assets: Effect.Effect<ReadonlyMap<string, Asset>>
}>()("gleaner/server/ConsoleFiles") {
  static readonly layerFrom = (folder: string) =>
    Layer.effect(
      ConsoleFiles,
      Effect.map(Effect.cached(Effect.sync(() => readFolder(folder))), (assets) => ConsoleFiles.of({ assets }))
    )

  /** Beside the built program, or where a checkout builds it. */
  static readonly layer = Layer.unwrap(Effect.sync(() => {
    const beside = path.join(import.meta.dirname, "console")
    return ConsoleFiles.layerFrom(
      fs.existsSync(beside) ? beside : path.join(import.meta.dirname, "../../dist/console")
    )
  }))
}

const readFolder = (folder: string): ReadonlyMap<string, Asset> => {
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
    return [[name === "index.html" ? "/" : `/${name.split(path.sep).join("/")}`, asset]]
  }))
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml"
}
