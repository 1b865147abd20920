import type { ContentUse, Rights } from "../../core/domain/document/Rights.ts"
import type { Purpose } from "../../core/domain/document/Signals.ts"
import { contentUses } from "../../core/domain/names/page-uses.ts"

/** The use that a caller intends for pages. */
export interface Intent {
  readonly purpose?: Purpose | undefined
  readonly content_use?: ContentUse | undefined
}

export const hasIntent = ({ content_use, purpose }: Intent): boolean =>
  purpose !== undefined || content_use !== undefined

export const isSameIntent = (one: Intent, other: Intent): boolean =>
  one.purpose === other.purpose && one.content_use === other.content_use

/** The code of the refusal, if the rights of a page do not allow the intended use. */
export const refusalOf = (
  { content_use: allowed, directives = [], tdm, uses = {} }: Rights,
  { content_use, purpose }: Intent
): "purpose_refused" | "content_use_refused" | undefined => {
  const isTraining = purpose === "ai-train" && (tdm?.reserved === true || directives.includes("noai"))
  if (purpose !== undefined && (uses[purpose] === "no" || isTraining)) return "purpose_refused"
  const isTooMuch = content_use !== undefined && allowed !== undefined &&
    contentUses.indexOf(allowed) < contentUses.indexOf(content_use)
  return isTooMuch ? "content_use_refused" : undefined
}
