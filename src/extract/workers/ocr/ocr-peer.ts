import * as fs from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"

export const ocrPeer = "tesseract.js"
/** Packages with the data of one language each. */
export const dataScope = "@tesseract.js-data"
/** Decodes pictures in PDF files that the package does not: JBIG2, CCITT fax and JPEG 2000. */
export const pdfPeer = "pdfjs-dist"

const { resolve } = createRequire(import.meta.url)

/**
 * The languages to read, for names of Tesseract such as `eng`: those named that are installed, or all that are
 * installed. None without the optional peer.
 */
export const usableLanguages = (named: ReadonlyArray<string> | undefined): ReadonlyArray<string> => {
  if (folderOf(ocrPeer) === undefined) return []
  return (named ?? installedLanguages()).filter((language) => languageFile(language) !== undefined)
}

/** The file with the data of a language, compressed. */
export const languageFile = (language: string): string | undefined => {
  const folder = folderOf(`${dataScope}/${language}`)
  const file = folder === undefined ? "" : path.join(folder, model, `${language}.traineddata.gz`)
  return fs.existsSync(file) ? file : undefined
}

/** The folder of an installed package. */
export const folderOf = (name: string): string | undefined => {
  try {
    return path.dirname(resolve(`${name}/package.json`))
  } catch {
    return undefined
  }
}

/** The best models with integer weights: those that tesseract.js itself takes without its older engine. */
const model = "4.0.0_best_int"

/** English first: Tesseract prefers the first one. */
const installedLanguages = (): ReadonlyArray<string> => {
  const folders = resolve.paths(dataScope) ?? []
  const found = new Set(folders.flatMap((folder) => namesIn(path.join(folder, dataScope))))
  return [...found].toSorted((a, b) => Number(b === "eng") - Number(a === "eng") || (a < b ? -1 : 1))
}

const namesIn = (folder: string): ReadonlyArray<string> => {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}
