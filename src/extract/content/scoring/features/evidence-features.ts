import { hints } from "../../../rules/hints.ts"
import { firstHints } from "./place-features.ts"
import type { Feature } from "./View.ts"

const laterHints = hints.map(([name], hint) => ({ name, bit: 1 << hint })).slice(firstHints)

/** Features that distinguish kinds of pages: the meaning of section headings, class names, declared types. */
export const evidenceFeatures: ReadonlyArray<Feature> = [
  ["underRelated", ({ section }) => section.says === "related" ? 1 : 0],
  ["underSignup", ({ section }) => section.says === "signup" ? 1 : 0],
  ["underAuthor", ({ section }) => section.says === "author" ? 1 : 0],
  { name: "kindForum", ofPage: ({ signals }) => signals.declared.forum ? 1 : 0 },
  { name: "kindList", ofPage: ({ signals }) => signals.declared.list ? 1 : 0 },
  { name: "datedPath", ofPage: ({ signals }) => signals.urlHasDate ? 1 : 0 },
  { name: "threadPath", ofPage: ({ signals }) => signals.isThread ? 1 : 0 },
  ...laterHints.map(({ bit, name }): Feature => ({ name: `near_${name}`, in: "near", bit })),
  ...laterHints.map(({ bit, name }): Feature => ({ name: `far_${name}`, in: "far", bit }))
]
