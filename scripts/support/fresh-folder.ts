import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"

const root = path.join(import.meta.dirname, "../..")

/**
 * Makes the files of a folder, unless they are there and made of the same inputs. Says whether it made them.
 */
export const freshFolder = async (
  folder: string,
  inputs: ReadonlyArray<string>,
  make: (fresh: string) => Promise<void>
): Promise<boolean> => {
  const hash = digest(inputs.flatMap(filesIn).flatMap((file) => [path.relative(root, file), fs.readFileSync(file)]))
  if (readIfThere(path.join(folder, stamp)) === hash) return false
  fs.mkdirSync(path.dirname(folder), { recursive: true })
  const fresh = fs.mkdtempSync(`${folder}-`)
  await make(fresh)
  fs.writeFileSync(path.join(fresh, stamp), hash)
  fs.chmodSync(fresh, 0o755)
  replace(folder, fresh)
  return true
}

const stamp = "inputs.sha256"

/** Writes a file into the folder under a name that says its content. Gives that name. */
export const asset = (folder: string, name: string, type: string, text: string): string => {
  const file = `assets/${name}-${digest([text]).slice(0, 8)}.${type}`
  fs.mkdirSync(path.join(folder, "assets"), { recursive: true })
  fs.writeFileSync(path.join(folder, file), text)
  return file
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
