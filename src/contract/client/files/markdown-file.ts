import type { Document } from "../wire.ts"

/** The keys of a Document that a file is made from. */
export const fileFields = ["final_url", "fetched_at", "title", "published_date", "image", "markdown"] as const

/** A Document stored by an earlier version has no `image`. */
export type FilePage =
  & Pick<Document, Exclude<(typeof fileFields)[number], "image">>
  & Partial<Pick<Document, "image">>

/**
 * A page as a markdown file: its title, address, dates and lead picture as front matter, then its content. `date` is
 * the page's own and absent where it has none; `fetched` is the day of the fetch. A JSON string is a string of YAML, too.
 */
export const markdownFile = (
  { fetched_at, final_url, image = "", markdown, published_date, title }: FilePage
): string => {
  const date = published_date === "" ? "" : `date: ${published_date}\n`
  const picture = image === "" ? "" : `image: ${yamlText(image)}\n`
  const fetched = fetched_at.slice(0, "YYYY-MM-DD".length)
  return `---\ntitle: ${yamlText(title)}\nurl: ${
    yamlText(final_url)
  }\n${date}${picture}fetched: ${fetched}\n---\n\n${markdown}\n`
}

/** A string of YAML on one line. JSON may contain characters that YAML takes for line breaks or does not allow. */
export const yamlText = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`
  )
