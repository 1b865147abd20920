import type { FieldRule } from "../../../../core/domain/data/Rules.ts"

const bonus = 1.5
const minLength = 3

/** A place whose name is that of the property is more likely the one that is meant. */
export const nameBonus = ({ label, path, selector }: FieldRule, pointer: string, title: string): number => {
  const text = `${selector} ${label ?? ""} ${path?.join(" ") ?? ""}`.toLowerCase()
  const words = `${pointer.split("/").at(-1) ?? ""} ${title}`
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return words.some((word) => word.length >= minLength && text.includes(word)) ? bonus : 0
}
