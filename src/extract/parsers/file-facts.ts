import { isoDate } from "../metadata/dates/dates.ts"
import type { KnownFacts, PageInput } from "../Page.ts"

/** Properties of a file as it declares them. "" for one that it lacks. */
export interface FileProperties {
  readonly title: string
  readonly author: string
  readonly description: string
  /** A date. */
  readonly created: string
  /** Words separated by commas or semicolons. */
  readonly keywords: string
  readonly language?: string
}

/** The facts in the properties of a file. Without a title, the first heading is the title, as for any page. */
export const fileFacts = (
  { fetchedAt }: PageInput,
  { author, created, description, keywords, language = "", title }: FileProperties
): KnownFacts => ({
  ...(title === "" ? {} : { title }),
  ...(language === "" ? {} : { language }),
  author,
  description,
  published_date: isoDate(created, fetchedAt),
  keywords: keywords.split(/[,;]/).map((word) => word.trim()).filter((word) => word !== "")
})
