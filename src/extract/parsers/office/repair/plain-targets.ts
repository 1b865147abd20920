import { strToU8 } from "fflate"
import { eachTag } from "../measure/each-tag.ts"
import { xmlText } from "../office-archive.ts"

/** Parts of a package by their names, which a repair changes in place. */
export type Package = Map<string, Uint8Array>

export interface Relation {
  readonly id: string
  /** A URI. */
  readonly type: string
  /** Name of a part. */
  readonly target: string
}

/** Name of the part with the relations of a part. */
export const relationsOf = (part: string): string => part.replace(/([^/]*)$/, "_rels/$1.rels")

/** The relations to other parts of the package. */
export const targetsOf = (parts: Package, list: string): ReadonlyArray<Relation> => {
  const found: Array<Relation> = []
  const base = new URL(list.replace(/_rels\/[^/]*$/, ""), "http://package/")
  eachTag(xmlText(parts.get(list)), ({ get, isEnd, name }) => {
    const target = get("Target")
    if (name !== "Relationship" || isEnd || target === undefined || get("TargetMode") === "External") return
    found.push({ id: get("Id") ?? "", type: get("Type") ?? "", target: pathOf(target, base) })
  })
  return found
}

/**
 * Names the parts as their relations do, whose names are equal in any case (ECMA-376 part 2, 6.2.2.3), and the
 * separators in relations as the standard does. Returns whether anything changed.
 */
export const nameByTargets = (parts: Package): boolean => {
  const names = new Map([...parts.keys()].map((name) => [name.toLowerCase(), name]))
  let isChanged = false
  const rename = (from: string | undefined, to: string): void => {
    const part = parts.get(from ?? "")
    if (from === undefined || part === undefined || parts.has(to)) return
    parts.delete(from)
    parts.set(to, part)
    isChanged = true
  }
  for (const list of [...parts.keys()].filter((name) => name.endsWith(".rels"))) {
    const xml = xmlText(parts.get(list))
    const plain = xml.replace(/\bTarget\s*=\s*"[^":]*"/g, (target) => target.replaceAll("\\", "/"))
    if (plain !== xml) parts.set(list, strToU8(plain))
    isChanged ||= plain !== xml
    for (const { target } of targetsOf(parts, list)) {
      rename(names.get(target.toLowerCase()), target)
      rename(names.get(relationsOf(target).toLowerCase()), relationsOf(target))
    }
  }
  return isChanged
}

const pathOf = (target: string, base: URL): string => {
  const path = URL.parse(target, base)?.pathname.slice(1) ?? ""
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
