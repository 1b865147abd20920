import * as path from "node:path"

/** The module that an OCR process starts with: it is beside this one, in the sources and in the package. */
export const ocrEntry = (): URL => new URL(`./ocr-process${path.extname(import.meta.url)}`, import.meta.url)
