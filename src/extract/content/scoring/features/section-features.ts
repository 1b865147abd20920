import { kindNumber } from "../../blocks/sections.ts"
import type { Feature } from "./View.ts"

const share = (part: number, whole: number): number => part / Math.max(1, whole)

/** Features of the section of the block, and of the sections around it. */
export const sectionFeatures: ReadonlyArray<Feature> = [
  ["sectionSays", ({ section }) => kindNumber(section.says)],
  ["outerSays", ({ section }) => kindNumber(section.outer)],
  ["scopeSays", ({ scope }) => scope],
  ["sectionShare", ({ page, section }) => share(section.words, page.total.words)],
  ["sectionPlace", ({ blocks, section }) => section.start / blocks.length],
  ["sectionWordsBefore", ({ page, section }) => share(page.wordsBefore[section.start] ?? 0, page.total.words)],
  ["headingWords", ({ blocks, section }) => section.level === 0 ? -1 : blocks[section.start]?.words ?? -1],
  [
    "headingLinked",
    ({ blocks, section }) =>
      section.level === 0 ? -1 : share(blocks[section.start]?.linkWords ?? 0, blocks[section.start]?.words ?? 0)
  ],
  ["headingGroupSize", ({ headingGroup, section }) => section.level === 0 ? -1 : headingGroup.size],
  [
    "headingGroupLinks",
    ({ headingGroup, section }) => section.level === 0 ? -1 : share(headingGroup.linkWords, headingGroup.words)
  ]
]
