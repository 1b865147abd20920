import type { PageElement } from "../../dom/node.ts"
import { foldedText } from "../../dom/walk.ts"
import type { ContentBuilder } from "./ContentBuilder.ts"
import { markdownOnly } from "./ContentNode.ts"
import type { SilentPart } from "./silent-parts.ts"

/** Writes the silent parts of a node. A formula is part of the text. Other parts are in the markdown only. */
export const writeSilentParts = (
  builder: ContentBuilder,
  node: PageElement,
  parts: ReadonlyArray<SilentPart>,
  writeCaption: (caption: PageElement) => void
): void => {
  for (const part of parts) {
    // A formula that is the node itself is in a line.
    const isInline = part.kind === "formula" && part.element === node
    if (!isInline) builder.closeLeaf()
    if (part.kind === "formula") builder.math(part.latex, part.display)
    else if (part.kind === "caption") writeCaption(part.element)
    else if (node.parentNode?.tag !== "body") builder.marked(markdownOnly, {}, () => writePart(builder, part))
    if (!isInline) builder.closeLeaf()
  }
}

const writePart = (builder: ContentBuilder, { kind, label, url }: PlayerOrDrawing): void => {
  if (kind === "player") builder.marked("A", { href: url }, () => builder.text(label))
  else if (url === "") builder.marked("EM", {}, () => builder.text(label))
  else builder.inline("IMG", { src: url, alt: label, title: "" })
}

type PlayerOrDrawing = Extract<SilentPart, { readonly kind: "player" | "drawing" }>

/** Writes the ruby of East Asian characters in brackets after them, as browsers without ruby show it. Returns true. */
export const writeRuby = (builder: ContentBuilder, reading: PageElement): true => {
  const text = foldedText(reading)
  if (text !== "") builder.marked(markdownOnly, {}, () => builder.text(`(${text})`))
  return true
}
