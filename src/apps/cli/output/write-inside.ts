import { Effect } from "effect"
import { constants } from "node:fs"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import { codeOf } from "../../../core/kernel/file-fault.ts"
import { type CommandFailed, failed } from "./exit-codes.ts"
import { cannotWrite } from "./output.ts"

/**
 * Writes a file into a folder, under a path with slashes that a site has chosen. Follows no symbolic link below the
 * folder, which could lead to any file of the user. The folder itself may be one.
 */
export const writeInside = (
  folder: string,
  file: string,
  data: Uint8Array | string
): Effect.Effect<void, CommandFailed> => {
  const name = path.join(folder, ...file.split("/"))
  return Effect.tryPromise({
    try: async () => {
      let place = folder
      for (const part of file.split("/")) {
        if (place !== folder) await fs.mkdir(place).catch(unlessThere)
        place = path.join(place, part)
        if (await isLink(place)) throw new Linked(place)
      }
      await fs.writeFile(name, data, { flag: freshFile })
    },
    catch: (cause) => {
      const error = cause as NodeJS.ErrnoException // Node's, or the one above
      return error instanceof Linked || codeOf(error) === "ELOOP"
        ? failed(
          `${error instanceof Linked ? error.place : name} is a symbolic link, and nothing is written through links `
            + "in a folder for pages; remove it, or use another folder"
        )
        : cannotWrite(name)(error)
    }
  })
}

class Linked extends Error {
  readonly place: string
  constructor(place: string) {
    super(place)
    this.place = place
  }
}

// Windows has no O_NOFOLLOW. A number works for any system, unlike "w".
const freshFile = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0)

const isLink = (place: string) =>
  fs.lstat(place).then((stats) => stats.isSymbolicLink(), (cause: NodeJS.ErrnoException) => {
    if (codeOf(cause) === "ENOENT") return false
    throw cause
  })

const unlessThere = (cause: NodeJS.ErrnoException) => {
  if (codeOf(cause) !== "EEXIST") throw cause
}
