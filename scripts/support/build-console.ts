import * as fs from "node:fs"
import * as path from "node:path"
import { asset, freshFolder } from "./fresh-folder.ts"
import { throwingGlobals } from "./throwing-globals.ts"

const root = path.join(import.meta.dirname, "../..")
const source = path.join(root, "src/console")
/** What the page is made of. If none of it has changed, the page is as it was. */
const inputs = [
  "src/console",
  "src/client",
  "src/domain",
  "src/kernel",
  "package-lock.json",
  "scripts/support/build-console.ts",
  "scripts/support/fresh-folder.ts",
  "scripts/support/throwing-globals.ts"
]

/** Style sheets in their order: libraries first, so that ours have the last word. */
const sheets = () => [
  path.join(root, "node_modules/@picocss/pico/css/pico.min.css"),
  path.join(root, "node_modules/uplot/dist/uPlot.min.css"),
  path.join(root, "node_modules/diff2html/bundles/css/diff2html.min.css"),
  ...fs.readdirSync(path.join(source, "styles")).toSorted().map((name) => path.join(source, "styles", name))
]

/** Makes the console's files in the folder, unless they are there and made of the same. Says whether it made them. */
export const buildConsole = (folder: string): Promise<boolean> => freshFolder(folder, inputs, bundle)

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
    transform: { define: { "process.env.NODE_ENV": `"production"`, ...throwingGlobals } },
    onwarn: (warning, log) => {
      // A library that is not installed yet: the page would not start, and be kept.
      if (warning.code === "UNRESOLVED_IMPORT") throw new Error(`${warning.message}\nRun npm ci first.`)
      // React's mark for modules of a client, which all of these are.
      if (warning.code !== "MODULE_LEVEL_DIRECTIVE") log(warning)
    },
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
    .replaceAll("{style}", `/${style}`).replaceAll("{icon}", `/${icon}`).replaceAll("{script}", `/${script}`)
  fs.writeFileSync(path.join(folder, "index.html"), html)
}
