import * as path from "node:path"

/** The module of the worker thread, beside this one in the sources and in the package. */
export const threadEntry = (): URL => new URL(`./thread${path.extname(import.meta.url)}`, import.meta.url)
