import { hints } from "../../../rules/hints.ts"
import { firstHints } from "./place-features.ts"
import type { Feature } from "./View.ts"

const laterHints = hints.map(([name], hint) => ({ name, bit: 1 << hint })).slice(firstHints)

/** Features that distinguish kinds of pages: the meaning of section headings, class names, declared types. */
export const evidenceFeatures: ReadonlyArray<Feature> = [
  ["underRelated", ({ section }) => section.says === "related" ? 1 : 0],
  ["underSignup", ({ section }) => section.says === "signup" ? 1 : 0],
  ["underAuthor", ({ section }) => section.says === "author" ? 1 : 0],
  ["kindForum", ({ page }) => page.signals.declared.forum ? 1 : 0],
  ["kindList", ({ page }) => page.signals.declared.list ? 1 : 0],
  ["datedPath", ({ page }) => page.signals.urlHasDate ? 1 : 0],
  ["threadPath", ({ page }) => page.signals.isThread ? 1 : 0],
  ...laterHints.map(({ bit, name }): Feature => [`near_${name}`, ({ nearHints }) => (nearHints & bit) === 0 ? 0 : 1]),
  ...laterHints.map(({ bit, name }): Feature => [
    `far_${name}`,
    ({ block }) => (block.place.allHints & bit) === 0 ? 0 : 1
  ])
]
