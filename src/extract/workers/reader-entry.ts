import * as path from "node:path"

/** The module that a reader starts with: it is beside this one, in the sources and in the package. */
export const readerEntry = (): URL => new URL(`./reader${path.extname(import.meta.url)}`, import.meta.url)
