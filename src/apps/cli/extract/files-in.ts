import { Effect } from "effect"
import type { Dirent } from "node:fs"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import { fileFault } from "../../../core/kernel/file-fault.ts"

/** A file to extract, or a folder that cannot be read. */
export interface FoundFile {
  /** From the current folder, as typed or below the typed folder. `-` is stdin. */
  readonly path: string
  /** Below the typed folder, with slashes. For a typed file, its name. */
  readonly name: string
  /** Reason why the folder cannot be read. */
  readonly fault?: string
}

/**
 * The typed files, and all files of the typed folders, sorted by path. Without hidden files and folders, folders behind
 * symbolic links (they may lead in circles), and the folder for the output.
 */
export const filesIn = Effect.fnUntraced(function*(sources: ReadonlyArray<string>, output: string | undefined) {
  const found: Array<FoundFile> = []
  for (const source of sources) {
    if (source !== "-" && (yield* isFolder(source))) yield* addFolder(source, output, found)
    else found.push({ path: source, name: source === "-" ? "stdin" : path.basename(source) })
  }
  return found
})

/** A missing file is not a folder: its reader reports it. */
export const isFolder = (name: string): Effect.Effect<boolean> =>
  Effect.promise(() => fs.stat(name).then((stats) => stats.isDirectory(), () => false))

const addFolder = (root: string, output: string | undefined, found: Array<FoundFile>): Effect.Effect<void> => {
  const add = Effect.fnUntraced(function*(below: string): Effect.fn.Return<void> {
    const folder = path.join(root, below)
    if (output !== undefined && path.resolve(folder) === path.resolve(output)) return
    const entries = yield* Effect.promise(() => entriesOf(folder))
    if (typeof entries === "string") return void found.push({ path: folder, name: below, fault: entries })
    for (const entry of entries) {
      const name = path.join(below, entry.name)
      if (entry.name.startsWith(".")) continue
      if (entry.isDirectory()) yield* add(name)
      else if (entry.isFile() || (yield* leadsToFile(path.join(root, name), entry))) {
        found.push({ path: path.join(root, name), name: name.split(path.sep).join("/") })
      }
    }
  })
  return add("")
}

/** The entries by name, or the reason why there are none. */
const entriesOf = (folder: string): Promise<ReadonlyArray<Dirent> | string> =>
  fs.readdir(folder, { withFileTypes: true }).then(
    (entries) => entries.toSorted((one, other) => one.name < other.name ? -1 : 1),
    (cause: NodeJS.ErrnoException) => fileFault(cause)
  )

const leadsToFile = (name: string, entry: Dirent): Effect.Effect<boolean> =>
  entry.isSymbolicLink()
    ? Effect.promise(() => fs.stat(name).then((stats) => stats.isFile(), () => false))
    : Effect.succeed(false)
