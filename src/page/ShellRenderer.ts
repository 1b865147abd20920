import { Context, Duration, Effect, Layer } from "effect"
import type { Warning } from "../domain/Document.ts"
import type { PageError } from "../domain/PageError.ts"
import type { FetchedPage } from "../fetch/Fetcher.ts"
import { DomainRateLimiter } from "../politeness/DomainRateLimiter.ts"
import { type RenderedPage, Renderer } from "../render/Renderer.ts"
import { RenderMemory } from "../render/RenderMemory.ts"
import { RobotsCache } from "../robots/RobotsCache.ts"
import { Settings } from "../Settings.ts"
import type { PageRequest } from "./PageReader.ts"

export type RenderOutcome =
  | { readonly _tag: "Rendered"; readonly page: RenderedPage }
  | { readonly _tag: "Static"; readonly warnings: ReadonlyArray<Warning> }

/** A shell's second round: the browser, in the domain's turn. What goes wrong there costs the rendering, never the page. */
export class ShellRenderer extends Context.Service<ShellRenderer, {
  render(
    request: Pick<PageRequest, "priority" | "owner" | "deadline" | "isInScope">,
    fetched: FetchedPage
  ): Effect.Effect<RenderOutcome>
  /** Whether rendering this page added anything: remembered for its host. */
  learn(fetched: FetchedPage, added: boolean): Effect.Effect<void>
}>()("gleaner/page/ShellRenderer") {
  static readonly layer = Layer.effect(
    ShellRenderer,
    Effect.gen(function*() {
      const renderer = yield* Renderer
      const memory = yield* RenderMemory
      const robots = yield* RobotsCache
      const limiter = yield* DomainRateLimiter
      const { crawlDelayCap } = yield* Settings

      const render = Effect.fn("ShellRenderer.render")(function*(
        request: Pick<PageRequest, "priority" | "owner" | "deadline" | "isInScope">,
        fetched: FetchedPage
      ) {
        if (!renderer.available) return unavailable
        const url = new URL(fetched.finalUrl)
        // Hosts whose shells stay empty whatever is run are left alone for a while.
        if (!(yield* memory.isWorthwhile(url))) return unchanged
        const rules = yield* robots.rulesFor(url)
        const turn = {
          url,
          priority: request.priority,
          owner: request.owner,
          deadline: request.deadline,
          crawlDelay: Duration.min(rules.crawlDelay, crawlDelayCap),
          step: "page" as const
        }
        const navigation = renderer.render({
          url,
          deadline: request.deadline,
          mayVisit: (target) => Effect.map(robots.rulesFor(target), (rules) => rules.isAllowed(target)),
          ...(request.isInScope === undefined ? {} : { isInScope: request.isInScope })
        })
        return yield* Effect.match(limiter.withTurn(turn, navigation), {
          onFailure: (error): RenderOutcome => ({ _tag: "Static", warnings: [failed(error)] }),
          onSuccess: (page): RenderOutcome => ({ _tag: "Rendered", page })
        })
      })

      return ShellRenderer.of({ render, learn: (fetched, added) => memory.learn(new URL(fetched.finalUrl), added) })
    })
  )
}

const unchanged: RenderOutcome = { _tag: "Static", warnings: [] }

const unavailable: RenderOutcome = {
  _tag: "Static",
  warnings: [{
    code: "rendering_unavailable",
    message: "The page needs JavaScript and no browser is installed here; what is returned is the page without it."
  }]
}

const failed = (error: PageError): Warning => ({
  code: error.code === "upstream_timeout" ? "render_timeout" : "render_failed",
  message:
    `The page needs JavaScript and could not be rendered (${error.detail}); what is returned is the page without it.`
})
