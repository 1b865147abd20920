import * as fs from "node:fs"
import * as path from "node:path"

const shared = path.join(import.meta.dirname, "../../../shared")

/** A file of the public data beside the checkout, or undefined where it is not there. */
export const sharedFile = (name: string): string | undefined => {
  const file = path.join(shared, name)
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined
}

/** Says in a test's name that the data is missing, so that a skip is not silent. */
export const missing = (data: unknown): string => data === undefined ? " (the shared data is not there)" : ""
