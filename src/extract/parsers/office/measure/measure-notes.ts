import { type OfficeParts, xmlText } from "../office-archive.ts"
import type { Budget } from "./Budget.ts"
import { eachTag } from "./each-tag.ts"

/** The notes of a Word document (ECMA-376, part 1, section 17.11). One that is cited again is written again. */
export const measureNotes = (parts: OfficeParts, budget: Budget): void => {
  const sizes = new Map<string, number>()
  const cited: Array<string> = []
  for (const part of Object.values(parts)) {
    let [note, begin] = ["", 0]
    eachTag(xmlText(part), ({ end, get, isEnd, name }) => {
      if (name === "footnoteReference" || name === "endnoteReference") {
        cited.push(`${name.slice(0, -"Reference".length)} ${get("id")}`)
      } else if (name === "footnote" || name === "endnote") {
        if (isEnd) sizes.set(note, end - begin)
        else [note, begin] = [`${name} ${get("id")}`, end]
      }
    })
  }
  const written = new Set<string>()
  for (const note of cited) {
    if (written.has(note)) budget.takeRepeated(sizes.get(note) ?? 0)
    written.add(note)
  }
}
