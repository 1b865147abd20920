import * as fs from "node:fs"
import * as path from "node:path"
import { compileModel, type Ensemble, type TreeModel } from "../../src/extract/dom/fast/trees.ts"
import { addressOf, type RealPage } from "./real-pages.ts"

/** Cross-validation: the pages of one site are all learned from or all tested on. */
export const folds = 5

export const foldOf = (page: RealPage): number => {
  let hash = 7
  for (const char of siteOf(page)) hash = (hash * 31 + char.charCodeAt(0)) % 1_000_003
  return hash % folds
}

export const siteOf = (page: RealPage): string => new URL(addressOf(page)).hostname.split(".").slice(-2).join(".")

export const foldFile = (fold: number): string => `fold-${fold}.json`

/** The models of a cross-validation by fold: each has seen no site of its fold. */
export const foldModels = (folder: string): ReadonlyArray<Ensemble> =>
  Array.from(
    { length: folds },
    (_, fold) => compileModel(JSON.parse(fs.readFileSync(path.join(folder, foldFile(fold)), "utf8")) as TreeModel)
  )
