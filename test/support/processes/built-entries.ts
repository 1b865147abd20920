import { pathToFileURL } from "node:url"
import { programFile } from "./programs.ts"

/**
 * Stands in for src/extract/workers/reader-entry.ts, src/extract/workers/ocr/ocr-entry.ts and
 * src/crawling/stores/sqlite/thread/thread-entry.ts in all tests (vitest.config.ts): hundreds of readers and threads are
 * started, and from the sources each would load a thousand modules.
 */
export const readerEntry = (): URL => pathToFileURL(programFile("reader"))
export const ocrEntry = (): URL => pathToFileURL(programFile("ocr-process"))
export const threadEntry = (): URL => pathToFileURL(programFile("thread"))
