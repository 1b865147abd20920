import { Result } from "effect"
import { type Kind, listOf, parsed, shownList } from "./kinds.ts"

const tags = ["nofollow", "noindex", "noarchive"] as const
/** Directive of a page, in its robots meta element or X-Robots-Tag, that a crawl can obey. */
export type RobotsTag = (typeof tags)[number]

export const robotsTags: Kind<ReadonlyArray<RobotsTag>> = parsed<ReadonlyArray<RobotsTag>>((raw) => {
  const given = listOf(raw.toLowerCase())
  const wrong = given.find((name) => !tags.some((tag) => tag === name))
  return wrong === undefined
    ? Result.succeed(tags.filter((tag) => given.includes(tag)))
    : Result.fail(`${JSON.stringify(wrong)} is not one of ${tags.join(", ")}`)
}, shownList)
