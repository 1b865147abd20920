import type { Image } from "../../../core/domain/document/Document.ts"
import type { PageElement } from "../../dom/node.ts"
import { imageOf, noscriptImages } from "../../media/image-source.ts"
import { darkPictures, decorations, iconLabels } from "../../rules/media.ts"
import type { ContentBuilder } from "./ContentBuilder.ts"
import { emojiOf } from "./element-facts.ts"
import { imageTitle } from "./link-target.ts"

/**
 * Writes the pictures of the content. A picture without alternative text is written once, and no picture twice in a
 * row. Repeated ones are stars, arrows, or copies for scripts.
 */
export class PictureWriter {
  private readonly builder: ContentBuilder
  private readonly base: URL
  private readonly seen = new Set<string>()
  private readonly titles = new Set<string>()
  /** The last picture, if no text has followed it. */
  private last = ""

  constructor(builder: ContentBuilder, base: URL) {
    this.builder = builder
    this.base = base
  }

  passText(text: string): void {
    if (this.last !== "" && text.trim() !== "") this.last = ""
  }

  image(element: PageElement): void {
    const emoji = emojiOf(element)
    if (emoji !== undefined) return this.builder.text(emoji)
    const image = darkPictures.test(element.attr("class") ?? "") ? undefined : imageOf(element, this.base)
    if (image !== undefined) this.write(image)
  }

  /** The images that a lazy loader has in a `noscript`. */
  noscript(element: PageElement): void {
    for (const image of noscriptImages(element, this.base)) this.write(image)
  }

  private write(image: Image): void {
    if (isDecoration(image) || !this.isNew(image)) return
    const { alt, url } = image
    const title = imageTitle(image)
    // Some sites give all pictures the title of the page.
    const isSaid = this.titles.has(title)
    this.titles.add(title)
    this.builder.inline("IMG", { src: url, alt, title: isSaid ? "" : title })
  }

  private isNew({ alt, url }: Image): boolean {
    // A sign in a table may stand for a word each time. A photograph again is the copy of a slide.
    const mayRepeat = alt !== "" && !photograph.test(url)
    const isNew = this.last !== url && (mayRepeat || !this.seen.has(url))
    this.seen.add(url)
    this.last = url
    return isNew
  }
}

const photograph = /\.(?:jpe?g|webp|avif)(?:[?#]|$)/i

/** A picture of this kind has no meaning of its own: the description says only that it is an icon. */
const isDecoration = ({ alt, caption, title, url }: Image): boolean =>
  alt === ""
    ? caption === "" && title === "" && decorations.test(url.split(/[?#]/, 1)[0] ?? "")
    : iconLabels.test(alt)
