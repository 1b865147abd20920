import * as module from "node:module"

/** The first module of an extraction thread. */

// Compiled code is kept between runs, as for the process.
module.enableCompileCache()
const [{ Effect, Layer }, { Extractor }, { servePages }] = await Promise.all([
  import("effect"),
  import("../Extractor.ts"),
  import("./serve-pages.ts")
])
Effect.runFork(Layer.launch(servePages(Extractor.layerInline)))
