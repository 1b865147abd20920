import type { Token } from "markdown-it"
import { anchorOf, parseMarkdown, plainText } from "../markdown.ts"

/** A part of a page below one heading: the unit that the search finds. */
export interface Section {
  /** Address of the section. */
  readonly id: string
  /** Title of its page. */
  readonly page: string
  readonly heading: string
  readonly text: string
}

/** The sections of a page in markdown. The text above the first heading belongs to the title of the page. */
export const sectionsOf = (address: string, markdown: string): ReadonlyArray<Section> => {
  const sections: Array<Section> = []
  let page = ""
  let heading = ""
  let lines: Array<string> = []
  const close = () => {
    if (page === "") return
    const id = heading === page ? address : `${address}#${anchorOf(heading)}`
    sections.push({ id, page, heading, text: lines.join(" ") })
    lines = []
  }
  let above: Token | undefined
  for (const token of parseMarkdown(markdown)) {
    if (token.type === "inline" && above?.type === "heading_open") {
      close()
      heading = plainText(token)
      if (page === "") page = heading
    } else if (token.type === "inline") lines.push(plainText(token))
    else if (token.type === "fence") lines.push(token.content)
    above = token
  }
  close()
  return sections
}

/** The routes of the API reference, made from its page. */
export const routeSections = (html: string): ReadonlyArray<Section> =>
  [...html.matchAll(/<a class="route" href="(#[^"]+)">(.*?)<\/a><\/td><td>(.*?)<\/td>/g)].map((
    [, anchor = "", route = "", summary = ""]
  ) => ({
    id: `/docs/reference${anchor}`,
    page: "API reference",
    heading: route.replaceAll(/<[^>]+>/g, ""),
    text: summary
  }))
