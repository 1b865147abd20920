import type { HiddenReason } from "../../../core/domain/document/HiddenText.ts"
import type { UnseenPart } from "../../content/visible/report-hidden.ts"

/** Styles of a document that decide whether its text is seen, by their ids. */
export interface DocxStyles {
  /** Of hidden text. */
  readonly hidden: ReadonlySet<string>
  /** With a color behind the text. */
  readonly shaded: ReadonlySet<string>
}

export const docxStyles = (xml: string): DocxStyles => {
  const hidden = new Set<string>()
  const shaded = new Set<string>()
  for (const style of xml.split("<w:style ").slice(1)) {
    const id = /w:styleId="([^"]*)"/.exec(style)?.[1]
    if (id === undefined) continue
    if (isOn("vanish", style) === true) hidden.add(id)
    if (style.includes("<w:shd")) shaded.add(id)
  }
  return { hidden, shaded }
}

/** A part without the text of its hidden runs, and this text. */
export interface SeenXml {
  readonly xml: string
  readonly unseen: ReadonlyArray<UnseenPart>
}

/**
 * Removes the text of runs that Word does not show: hidden ones (ECMA-376 part 1, 17.3.2.41), white ones on white paper,
 * and those of at most 1.5 points. White text in tables, in drawings and in colored paragraphs is seen.
 */
export const withoutHiddenRuns = (xml: string, styles: DocxStyles, name: string): SeenXml => {
  const pieces: Array<string> = []
  const unseen: Array<UnseenPart> = []
  const paper = { isColored: xml.includes("<w:background"), around: 0 }
  let paragraph = ""
  let paragraphs = 0
  let from = 0
  for (const mark of xml.matchAll(marks)) {
    const { 0: tag, index } = mark
    if (tag === "<w:tbl" || tag === "<w:txbxContent") paper.around++
    else if (tag.startsWith("</")) paper.around--
    else if (tag === "<w:p") {
      paragraphs++
      paragraph = between(xml, "<w:pPr>", "</w:pPr>", index, maxProperties)
    } else if (index >= from) {
      const end = xml.indexOf("</w:r>", index)
      if (end < 0) break
      const run = xml.slice(index, end)
      const onPaper = !paper.isColored && paper.around === 0
      const reason = reasonOf(between(run, "<w:rPr>", "</w:rPr>", 0, maxProperties), paragraph, styles, onPaper)
      const text = reason === undefined ? "" : textOf(run)
      if (reason === undefined || text.trim() === "") continue
      pieces.push(xml.slice(from, index), run.replaceAll(texts, ""))
      from = end
      const number = paragraphs
      unseen.push({ reason, text, place: () => `${name} paragraph ${number}` })
    }
  }
  return unseen.length === 0 ? { xml, unseen } : { xml: pieces.join("") + xml.slice(from), unseen: joined(unseen) }
}

const marks = /<w:(?:p|r|tbl|txbxContent)(?=[ >])|<\/w:(?:tbl|txbxContent)>/g
const texts = /<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g
/** Max characters of the properties of a paragraph or a run. */
const maxProperties = 4000

/** Properties are the first child of a run or paragraph. */
const between = (xml: string, open: string, close: string, from: number, max: number): string => {
  const near = xml.slice(from, from + max)
  const start = near.indexOf(open)
  if (start < 0 || near.indexOf("<", 1) !== start) return ""
  const end = near.indexOf(close, start)
  return end < 0 ? "" : near.slice(start, end)
}

const textOf = (run: string): string => [...run.matchAll(texts)].map(([, text = ""]) => unescaped(text)).join("")

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": "\"",
  "&apos;": "'",
  "&amp;": "&"
}
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (name) => entities[name] ?? name)

const reasonOf = (
  run: string,
  paragraph: string,
  styles: DocxStyles,
  onPaper: boolean
): HiddenReason | undefined => {
  const ids = [run, paragraph].map((properties) => /<w:[rp]Style w:val="([^"]*)"/.exec(properties)?.[1] ?? "")
  if (isOn("vanish", run) ?? ids.some((id) => styles.hidden.has(id))) return "visibility"
  const size = /<w:sz w:val="(\d+)"/.exec(run)?.[1]
  if (size !== undefined && Number(size) <= maxHalfPoints) return "font_size"
  const color = /<w:color [^>]*w:val="([\dA-F]{6})"/i.exec(run)?.[1]
  const isWhite = color !== undefined &&
    (color.match(/../g) ?? []).every((pair) => Number.parseInt(pair, 16) >= minWhite)
  if (!isWhite || !onPaper || /<w:(?:shd|highlight)/.test(run + paragraph)) return undefined
  return ids.some((id) => styles.shaded.has(id)) ? undefined : "color"
}

/** Font sizes are in half points. */
const maxHalfPoints = 3
const minWhite = 0xF7

/** Value of a property that is on or off. Undefined if it is not there. */
const isOn = (name: string, properties: string): boolean | undefined => {
  const found = new RegExp(`<w:${name}(?: w:val="([^"]*)")?\\s*/>`).exec(properties)
  return found === null ? undefined : !/^(?:0|false|off)$/.test(found[1] ?? "")
}

/** Word splits a sentence into several runs. */
const joined = (parts: ReadonlyArray<UnseenPart>): ReadonlyArray<UnseenPart> => {
  const found: Array<UnseenPart> = []
  for (const part of parts) {
    const before = found.at(-1)
    if (before?.reason === part.reason && before.place() === part.place()) {
      found[found.length - 1] = { ...part, text: before.text + part.text }
    } else found.push(part)
  }
  return found
}
