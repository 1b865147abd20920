import { Context, Layer } from "effect"
import { BrowserPool } from "./browser/BrowserPool.ts"
import { EgressListener } from "./browser/EgressListener.ts"
import { EgressProxy } from "./browser/EgressProxy.ts"
import { LoadsPictures } from "./LoadsPictures.ts"

/**
 * Contexts of a browser that loads images and fonts, behind an egress proxy that lets them pass. It starts with the
 * first picture, apart from the browser that reads pages.
 */
export class PicturePool
  extends Context.Service<PicturePool, BrowserPool["Service"]>()("gleaner/web/render/PicturePool")
{
  static readonly layer = Layer.effect(PicturePool, BrowserPool).pipe(
    Layer.provide(Layer.fresh(BrowserPool.layerNoDeps.pipe(Layer.provide(EgressProxy.layerNoDeps)))),
    // One port for all browsers elsewhere.
    Layer.provide(EgressListener.layer),
    Layer.provide(Layer.succeed(LoadsPictures, true))
  )
}
