import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { builtPrograms } from "./built-programs.ts"

/**
 * Stands in for src/extract/readers/reader-entry.ts and src/stores/sqlite/thread-entry.ts in all tests
 * (vitest.config.ts): hundreds of readers and threads are started, and from the sources each would load a thousand
 * modules.
 */
const entry = (name: string): URL => pathToFileURL(path.join(builtPrograms(), name))

export const readerEntry = (): URL => entry("reader.js")
export const threadEntry = (): URL => entry("thread.js")
