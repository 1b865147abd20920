import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { promisify } from "node:util"
import * as zlib from "node:zlib"

const root = path.join(import.meta.dirname, "../..")
const source = path.join(root, "src/console")
/** What the page is made of. If none of it has changed, the page is as it was. */
const inputs = ["src/console", "src/client", "src/domain", "package-lock.json", "scripts/support/build-console.ts"]

/** Style sheets in their order: libraries first, so that ours have the last word. */
const sheets = () => [
  path.join(root, "node_modules/@picocss/pico/css/pico.min.css"),
  path.join(root, "node_modules/uplot/dist/uPlot.min.css"),
  path.join(root, "node_modules/diff2html/bundles/css/diff2html.min.css"),
  ...fs.readdirSync(path.join(source, "styles")).toSorted().map((name) => path.join(source, "styles", name))
]

/** Makes the console's files in the folder, unless they are there and made of the same. Says whether it made them. */
export const buildConsole = async (folder: string): Promise<boolean> => {
  const hash = digest(inputs.flatMap(filesIn).flatMap((file) => [path.relative(root, file), fs.readFileSync(file)]))
  if (readIfThere(path.join(folder, stamp)) === hash) return false
  fs.mkdirSync(path.dirname(folder), { recursive: true })
  const fresh = fs.mkdtempSync(`${folder}-`)
  await bundle(fresh)
  await Promise.all(filesIn(fresh).filter((file) => /\.(?:js|css|html|svg)$/.test(file)).map(compress))
  fs.writeFileSync(path.join(fresh, stamp), hash)
  fs.chmodSync(fresh, 0o755)
  replace(folder, fresh)
  return true
}

const stamp = "inputs.sha256"
/** The modules and style sheets that the files are made of, for their licences. */
export const librariesFile = "modules.json"

const bundle = async (folder: string): Promise<void> => {
  // Only a build needs it, and loading it takes longer than to find that there is nothing to build.
  const { build } = await import("rolldown")
  const { output } = await build({
    cwd: root,
    input: { console: path.join(source, "main.tsx") },
    platform: "browser",
    tsconfig: path.join(source, "tsconfig.json"),
    transform: { define: { "process.env.NODE_ENV": `"production"` } },
    // React's mark for modules of a client, which all of these are.
    onwarn: (warning, tell) => warning.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : tell(warning),
    output: {
      dir: folder,
      format: "esm",
      entryFileNames: "assets/[name]-[hash].js",
      chunkFileNames: "assets/[name]-[hash].js",
      comments: false,
      minify: true
    }
  })
  const modules = output.flatMap((file) => file.type === "chunk" ? Object.keys(file.modules) : [])
  fs.writeFileSync(path.join(folder, librariesFile), JSON.stringify([...modules, ...sheets()]))
  const css = sheets().map((file) => fs.readFileSync(file, "utf8")).join("\n").replaceAll(/^@charset [^;]*;/gm, "")
  const style = asset(folder, "console", "css", css)
  const icon = asset(folder, "icon", "svg", fs.readFileSync(path.join(source, "icon.svg"), "utf8"))
  const script = output.find((file) => file.type === "chunk" && file.isEntry)?.fileName
  const html = fs.readFileSync(path.join(source, "index.html"), "utf8")
    .replaceAll("{style}", style).replaceAll("{icon}", icon).replaceAll("{script}", `/${script}`)
  fs.writeFileSync(path.join(folder, "index.html"), html)
}

/** Writes a file under a name that says its content, and gives its address. */
const asset = (folder: string, name: string, type: string, text: string): string => {
  const file = `assets/${name}-${digest([text]).slice(0, 8)}.${type}`
  fs.writeFileSync(path.join(folder, file), text)
  return `/${file}`
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const compress = async (file: string): Promise<void> => {
  const bytes = fs.readFileSync(file)
  fs.writeFileSync(
    `${file}.br`,
    await brotli(bytes, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
  )
  fs.writeFileSync(`${file}.gz`, await gzip(bytes, { level: zlib.constants.Z_BEST_COMPRESSION }))
}

/** Two builds at a time end with one of the two. */
const replace = (folder: string, fresh: string): void => {
  fs.rmSync(folder, { recursive: true, force: true })
  try {
    fs.renameSync(fresh, folder)
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true })
    if (!fs.existsSync(path.join(folder, stamp))) throw error
  }
}

const filesIn = (place: string): ReadonlyArray<string> => {
  const start = path.resolve(root, place)
  if (!fs.existsSync(start)) return []
  if (fs.statSync(start).isFile()) return [start]
  return fs.readdirSync(start, { recursive: true, encoding: "utf8" }).toSorted().map((name) => path.join(start, name))
    .filter((file) => fs.statSync(file).isFile())
}

const digest = (parts: ReadonlyArray<string | Buffer>): string => {
  const hash = createHash("sha256")
  for (const part of parts) hash.update(part).update("\0")
  return hash.digest("hex")
}

const readIfThere = (file: string): string | undefined =>
  fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined
