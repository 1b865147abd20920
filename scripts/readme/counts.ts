import { warningMeanings } from "../../src/core/domain/document/Trace.ts"
import { withPart } from "./generated-part.ts"

const place = /\b\d+(?= \[warnings\]\()/

/** The README with the numbers of things that the code lists. */
export const withCounts = (readme: string): string => {
  if (!place.test(readme)) throw new Error("README.md has no place for the number of warnings")
  return readme.replace(place, `${Object.keys(warningMeanings).length}`)
}

/** The guide with the warnings of a page and their meanings. */
export const withWarnings = (guide: string): string => {
  const rows = Object.entries(warningMeanings).map(([code, meaning]) => `- \`${code}\`: ${meaning}\n`)
  return withPart(guide, "warnings", `\n${rows.join("")}\n`)
}
