import { Duration } from "effect"
import type { Settings } from "../../core/settings/Settings.ts"
import type { RenderRequest } from "./RenderRequest.ts"

/** The time of a page in the browser, of which its request has this much left. Actions are not performed twice. */
export const limitsOf = (
  { actions }: RenderRequest,
  { actionsTimeout, renderTimeout }: Pick<Settings["Service"], "actionsTimeout" | "renderTimeout">,
  left: Duration.Duration
) => {
  const timeout = actions === undefined ? renderTimeout : Duration.sum(renderTimeout, actionsTimeout)
  return { timeout, left, time: Duration.min(timeout, left), isOnce: actions !== undefined }
}
