import * as fs from "node:fs"
import * as path from "node:path"

/**
 * Makes the package.json of the package, without the parts for the checkout. `npm pack` calls it
 * before, and with `restore` afterwards, since npm packs the file in the root alone.
 */
const root = path.join(import.meta.dirname, "..")
const file = path.join(root, "package.json")
const saved = path.join(root, "node_modules/.cache/package.json")

export const published = (pkg: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { allowScripts: _, devDependencies, puppeteer: __, scripts: ___, ...rest } = pkg
  const browser = "@sparticuz/chromium"
  // Not optional in a checkout, since npm on Node 20 would not install it.
  const version = (devDependencies as Readonly<Record<string, string>>)[browser]
  return { ...rest, optionalDependencies: { [browser]: version } }
}

if (import.meta.main) {
  if (process.argv[2] === "restore") {
    if (fs.existsSync(saved)) fs.renameSync(saved, file)
  } else {
    fs.mkdirSync(path.dirname(saved), { recursive: true })
    fs.copyFileSync(file, saved)
    const pkg = JSON.parse(fs.readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>
    fs.writeFileSync(file, `${JSON.stringify(published(pkg), null, 2)}\n`)
  }
}
