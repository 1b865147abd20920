import { closest } from "fastest-levenshtein"

/** The known name that is most like this one. Case, `-` and `_` do not count: `maxDepth` is near `max_depth`. */
export const nearestName = (name: string, known: ReadonlyArray<string>): string | undefined => {
  const byForm = new Map(known.map((candidate) => [folded(candidate), candidate]))
  return byForm.size === 0 ? undefined : byForm.get(closest(folded(name), [...byForm.keys()]))
}

const folded = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, "")
