import { Context, Effect, Layer } from "effect"
import { type Asset, builtFolder, readAssets } from "./asset-folder.ts"

/** The files of the console, by their path. They are read once, when the first of them is needed. */
export class ConsoleFiles extends Context.Service<ConsoleFiles, {
  readonly assets: Effect.Effect<ReadonlyMap<string, Asset>>
}>()("gleaner/serving/server/assets/ConsoleFiles") {
  static readonly layerFrom = (folder: string) =>
    Layer.effect(
      ConsoleFiles,
      Effect.map(
        Effect.cached(readAssets(folder, addressOf)),
        (assets) => ConsoleFiles.of({ assets })
      )
    )

  static readonly layer = Layer.unwrap(Effect.sync(() => ConsoleFiles.layerFrom(builtFolder("console"))))
}

const addressOf = (name: string): string => name === "index.html" ? "/" : `/${name}`
