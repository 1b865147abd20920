import * as path from "node:path"
import { shortHash } from "./short-hash.ts"

/**
 * Paths of files below a folder, with slashes. No two files, and no file and folder, have names that differ only in
 * case, so that the folder can be copied to any file system.
 */
export class FreePaths {
  /** Lower-case paths of files and folders. */
  private readonly files = new Set<string>()
  private readonly folders = new Set<string>()

  /** The first of the wanted paths that is free, or else the last one with a hash of the seed. */
  claim(wanted: readonly [string, ...ReadonlyArray<string>], seed: string): string {
    const free = wanted.find((name) => !this.isTaken(name)) ?? wanted.at(-1) ?? wanted[0]
    const folders: Array<string> = []
    const names = free.split("/")
    const last = names.pop() ?? ""
    const key = (name: string) => [...folders, name].join("/").toLowerCase()
    for (const name of names) {
      folders.push(firstFree(name, key(name), (one) => this.files.has(key(one))))
      this.folders.add(folders.join("/").toLowerCase())
    }
    const file = [...folders, firstFree(last, seed, (one) => this.files.has(key(one)) || this.folders.has(key(one)))]
      .join("/")
    this.files.add(file.toLowerCase())
    return file
  }

  private isTaken(file: string): boolean {
    const key = file.toLowerCase()
    return this.files.has(key) || this.folders.has(key)
  }
}

/** The name, or else one with a hash of the seed. A site may have chosen that name too. */
const firstFree = (wanted: string, seed: string, isTaken: (name: string) => boolean): string => {
  const { ext, name } = path.posix.parse(wanted)
  let free = wanted
  for (let hash = shortHash(seed); isTaken(free); hash = shortHash(hash)) free = `${name}-${hash}${ext}`
  return free
}
