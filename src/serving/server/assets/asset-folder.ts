import { Effect } from "effect"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { promisify } from "node:util"
import * as zlib from "node:zlib"

/** A file, and its compressed forms, each made at its first request. */
export interface Asset {
  readonly type: string
  readonly tag: string
  readonly bodies: Readonly<Record<"br" | "gzip" | "identity", Effect.Effect<Uint8Array>>>
}

/** The files of a built folder by their path; none when index.html is not there, so not built. */
export const readAssets = Effect.fnUntraced(function*(folder: string, pathOf: (name: string) => string) {
  if (!fs.existsSync(path.join(folder, "index.html"))) return new Map<string, Asset>()
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" })
  const entries = yield* Effect.forEach(
    names.filter((name) => types[path.extname(name)] !== undefined),
    (name) =>
      Effect.map(
        readAsset(path.join(folder, name)),
        (asset) => [pathOf(name.split(path.sep).join("/")), asset] as const
      )
  )
  return new Map(entries)
})

const readAsset = Effect.fnUntraced(function*(file: string) {
  const content = fs.readFileSync(file)
  const tag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`
  // A browser that leaves meanwhile would otherwise leave its interruption to all that follow.
  const once = (compress: () => Promise<Uint8Array>) => Effect.cached(Effect.uninterruptible(Effect.promise(compress)))
  const br = yield* once(() => brotli(content, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } }))
  const gzip = yield* once(() => gzipped(content))
  const bodies = { identity: Effect.succeed(content), br, gzip }
  return { type: types[path.extname(file)] ?? "", tag, bodies } satisfies Asset
})

const brotli = promisify(zlib.brotliCompress)
const gzipped = promisify(zlib.gzip)

/** A folder that is beside the built program, or where a checkout builds it. */
export const builtFolder = (name: string): string => {
  const beside = path.join(import.meta.dirname, name)
  return fs.existsSync(beside) ? beside : path.join(import.meta.dirname, "../../../../dist", name)
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".css": "text/css; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".py": "text/x-python; charset=utf-8",
  ".svg": "image/svg+xml"
}
