import type { Effect } from "effect"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { Action } from "../../core/domain/options/Action.ts"
import type { SiteCredentials } from "../../core/domain/SiteCredentials.ts"

export interface RenderRequest {
  readonly url: URL
  /** The scope of a crawl, checked for redirects of the main frame. */
  readonly isInScope?: (url: URL) => boolean
  /**
   * The response of `url` as this service has just received it, with status 200 and without its codings. The browser
   * takes it for its first document instead of requesting it again.
   */
  readonly received?: { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array }
  /** A selector that the caller needs. Rendering waits for it within its time, after the actions. */
  readonly waitFor?: string
  /** Performed after the page has settled. Its documents are then sandboxed, and its context serves no other page. */
  readonly actions?: ReadonlyArray<Action>
  /** Consent banners and overlays are hidden, and are not content. */
  readonly hidesOverlays?: boolean
  /** Language tags for Accept-Language, `navigator.languages` and the locale of scripts. */
  readonly language?: ReadonlyArray<string>
  /**
   * Returns when the main frame may go to another address, and fails if it may not. It is not called for `url` itself.
   */
  readonly mayVisit?: (url: URL) => Effect.Effect<void, PageError>
  /** The header fields that identify this crawler to a site; sent with each document of the main frame. */
  readonly sign?: (url: URL) => Effect.Effect<Readonly<Record<string, string>>>
  /** Nothing that earlier pages have left in the browser is used. */
  readonly isFresh?: boolean
  /** Sent with requests to their origin, as long as the main frame has not left it. */
  readonly credentials?: SiteCredentials
  /** Origins whose cookies and localStorage are returned after the actions, if the element of `waitFor` is there. */
  readonly sessionOf?: ReadonlyArray<string>
}
