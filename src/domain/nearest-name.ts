import { closest } from "fastest-levenshtein"

/** The known name that looks most like this one, whatever the spelling of its words: `maxDepth` is near `max_depth`. */
export const nearestName = (name: string, known: ReadonlyArray<string>): string | undefined => {
  const byForm = new Map(known.map((candidate) => [folded(candidate), candidate]))
  return byForm.size === 0 ? undefined : byForm.get(closest(folded(name), [...byForm.keys()]))
}

const folded = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, "")
