import { Context, Effect, Layer } from "effect"
import { type Asset, builtFolder, readAssets } from "./asset-folder.ts"

/** The pages of the documentation, by their path. They are read once, when the first of them is needed. */
export class DocsFiles extends Context.Service<DocsFiles, {
  readonly assets: Effect.Effect<ReadonlyMap<string, Asset>>
}>()("gleaner/serving/server/assets/DocsFiles") {
  static readonly layerFrom = (folder: string) =>
    Layer.effect(
      DocsFiles,
      Effect.map(Effect.cached(readAssets(folder, addressOf)), (assets) => DocsFiles.of({ assets }))
    )

  static readonly layer = Layer.unwrap(Effect.sync(() => DocsFiles.layerFrom(builtFolder("docs"))))
}

/** Paths of pages have no extension; those of their markdown have one. */
const addressOf = (name: string): string => name === "index.html" ? "/docs" : `/docs/${name.replace(/\.html$/, "")}`
