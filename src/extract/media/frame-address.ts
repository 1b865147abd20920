import type { PageElement } from "../dom/node.ts"

/** The address of a frame. Scripts that load frames late, or after consent, have it in another attribute. */
export const frameAddress = (frame: PageElement): string | undefined => {
  const src = frame.attr("src")?.trim() ?? ""
  if (src !== "" && !src.startsWith("about:")) return src
  return lateAttributes.map((name) => frame.attr(name)).find((value) => value !== undefined && value.trim() !== "")
}

const lateAttributes = ["data-src", "data-lazy-src"]
