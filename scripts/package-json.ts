import * as fs from "node:fs"
import * as path from "node:path"

/**
 * Makes the package.json and the README.md of the package, without the parts for the checkout. `npm pack` calls it
 * before, and with `restore` afterwards, since npm packs the files in the root alone.
 */
const root = path.join(import.meta.dirname, "..")
const cache = path.join(root, "node_modules/.cache")

export const published = (pkg: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { allowScripts: _, devDependencies, files, puppeteer: __, scripts: ___, ...rest } = pkg
  const browser = "@sparticuz/chromium"
  // Not optional in a checkout, since npm on Node 20 would not install it.
  const version = (devDependencies as Readonly<Record<string, string>>)[browser]
  return {
    ...rest,
    files: [...files as ReadonlyArray<string>, "SECURITY.md"],
    optionalDependencies: { [browser]: version }
  }
}

/** Links to the documentation and the pictures that the package has. A link to a part of the checkout becomes text. */
export const publishedReadme = (readme: string): string =>
  readme
    .replaceAll("](src/docs/", "](dist/docs/")
    .replaceAll("](scripts/readme/", "](dist/readme/")
    .replaceAll(/\[([^\]]+)\]\(CONTRIBUTING\.md\)/g, "$1")

const replaced = {
  "package.json": (text: string) => `${JSON.stringify(published(JSON.parse(text)), null, 2)}\n`,
  "README.md": publishedReadme
}

if (import.meta.main) {
  const pictures = path.join(root, "dist/readme")
  for (const [name, made] of Object.entries(replaced)) {
    const file = path.join(root, name)
    const saved = path.join(cache, name)
    if (process.argv[2] === "restore") {
      if (fs.existsSync(saved)) fs.renameSync(saved, file)
    } else {
      fs.mkdirSync(cache, { recursive: true })
      fs.copyFileSync(file, saved)
      fs.writeFileSync(file, made(fs.readFileSync(file, "utf8")))
      fs.mkdirSync(pictures, { recursive: true })
      for (const picture of fs.globSync("scripts/readme/*.webp", { cwd: root })) {
        fs.copyFileSync(path.join(root, picture), path.join(pictures, path.basename(picture)))
      }
    }
  }
}
