import type { Warning } from "../core/domain/document/Trace.ts"
import type { PageError } from "../core/domain/errors/PageError.ts"
import type { ShellVerdict } from "../extract/Page.ts"

export interface RenderingFacts {
  /** The request has actions. */
  readonly isActing?: boolean
  /** Undefined for a page that was not extracted, because it has the shape of a shell of its site. */
  readonly shell: ShellVerdict | undefined
  /** `unproductive`: the latest renderings of this host added nothing. */
  readonly browser: "ready" | "unproductive" | "missing"
}

export type RenderingDecision = Keep | Render

/** Return the page as it was sent. */
export interface Keep {
  readonly _tag: "Keep"
  readonly warnings: ReadonlyArray<Warning>
}

export interface Render {
  readonly _tag: "Render"
  readonly because: string
  /** Whether the gain of this rendering counts as evidence about other pages of the host. */
  readonly isEvidence: boolean
}

/** Decides whether a page is rendered in the browser. Pure. */
export const decideRendering = ({ browser, isActing, shell }: RenderingFacts): RenderingDecision => {
  if (isActing === true) {
    return browser === "missing" ? keep(noActions) : { _tag: "Render", because: "actions", isEvidence: false }
  }
  if (shell?.isShell === false) return keep()
  if (browser === "missing") return keep(unavailable)
  // Rendered only because of `wait_for`: do not count it as evidence about this host, and do not apply such evidence.
  const isAwaited = shell?.isAwaited === true
  if (browser === "unproductive" && !isAwaited) return keep()
  return {
    _tag: "Render",
    because: shell?.evidence ?? likeOthers,
    isEvidence: shell !== undefined && !isAwaited
  }
}

const keep = (...warnings: ReadonlyArray<Warning>): Keep => ({ _tag: "Keep", warnings })

const likeOthers = "it looks like another page of its site, which was empty before scripts ran"

const unavailable: Warning = {
  code: "rendering_unavailable",
  message: "The page needs JavaScript, and no browser is installed here. This is the page without it."
}

const noActions: Warning = {
  code: "rendering_unavailable",
  message: "The actions need a browser, and none is installed here. This is the page without them."
}

export const renderingFailed = (error: PageError, isActing: boolean): Warning => ({
  code: error.code === "upstream_timeout" ? "render_timeout" : "render_failed",
  message: `The page needs ${
    isActing ? "a browser for its actions" : "JavaScript"
  } and could not be rendered (${error.detail}). This is the page without it.`
})
