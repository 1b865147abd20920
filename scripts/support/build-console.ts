import * as fs from "node:fs"
import * as path from "node:path"
import { asset, freshFolder } from "./fresh-folder.ts"
import { throwingGlobals } from "./throwing-globals.ts"

const root = path.join(import.meta.dirname, "../..")
const source = path.join(root, "src/apps/console")
/** Inputs of the page, which is built again only if one of them has changed. */
const inputs = [
  "src/apps/console",
  "src/contract/client",
  "src/core/domain",
  "src/core/kernel",
  "package-lock.json",
  "scripts/support/build-console.ts",
  "scripts/support/console-options.ts",
  "scripts/support/fresh-folder.ts",
  "scripts/support/throwing-globals.ts"
]

/** Style sheets in order: libraries first, so that ours override them. */
const sheets = () => [
  path.join(root, "node_modules/@picocss/pico/css/pico.min.css"),
  path.join(root, "node_modules/diff2html/bundles/css/diff2html.min.css"),
  ...fs.readdirSync(path.join(source, "styles")).toSorted().map((name) => path.join(source, "styles", name))
]

/** Builds the console's files in the folder, unless they are up to date. Returns whether it built them. */
export const buildConsole = (folder: string): Promise<boolean> => freshFolder(folder, inputs, bundleConsole)

/** File that lists the bundled modules and style sheets, for their licences. */
export const librariesFile = "modules.list"

const bundleConsole = async (folder: string): Promise<void> => {
  // Loaded lazily: loading takes longer than the check whether a build is necessary.
  const { build } = await import("rolldown")
  const { consoleOptions } = await import("./console-options.ts")
  const apiOptions = {
    batch: consoleOptions("batch"),
    crawl: consoleOptions("crawl"),
    discover: consoleOptions("discover"),
    scrape: consoleOptions("scrape")
  }
  const { output } = await build({
    cwd: root,
    input: { console: path.join(source, "main.tsx") },
    platform: "browser",
    tsconfig: path.join(source, "tsconfig.json"),
    transform: {
      define: {
        "process.env.NODE_ENV": `"production"`,
        apiOptions: JSON.stringify(apiOptions),
        ...throwingGlobals
      }
    },
    onwarn: (warning, log) => {
      // A library that is not installed: the page would not start, and would count as up to date.
      if (warning.code === "UNRESOLVED_IMPORT") throw new Error(`${warning.message}\nRun npm ci first.`)
      // "use client" of React is not relevant here.
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
  const icon = asset(folder, "icon", "svg", fs.readFileSync(path.join(source, "shell/icon.svg"), "utf8"))
  const script = output.find((file) => file.type === "chunk" && file.isEntry)?.fileName
  const html = fs.readFileSync(path.join(source, "index.html"), "utf8")
    .replaceAll("{style}", `/${style}`).replaceAll("{icon}", `/${icon}`).replaceAll("{script}", `/${script}`)
  fs.writeFileSync(path.join(folder, "index.html"), html)
}
