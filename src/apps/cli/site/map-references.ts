import { type Token, Tokenizer, type TokenizerOptions } from "parse5"
import { httpUrl } from "../../../core/domain/WebUrl.ts"
import { counted } from "../../../core/kernel/counted.ts"
import { escapeHtml } from "../../../extract/dom/escape-html.ts"
import { mapCss } from "./map-css.ts"
import { mapSrcset } from "./map-srcset.ts"

/**
 * Use of a URL by a page. link: followed by a reader. image: shown. asset: style sheets, scripts, icons and fonts.
 * other: forms, films, alternates.
 */
export type ReferenceKind = "link" | "image" | "asset" | "other"

export interface Reference {
  readonly kind: ReferenceKind
  /** As written in the page. */
  readonly text: string
  /** Absolute, with its fragment. */
  readonly url: URL
}

/** Replacement for the text of a reference. Undefined leaves it as it is. */
export type Replace = (reference: Reference) => string | undefined

export interface MappedPage {
  readonly html: string
  /** Targets of fragments: the ids, and the names of anchors. */
  readonly ids: ReadonlySet<string>
  /** Number of frames that nest too deeply. They are left as they are. */
  readonly deepFrames: number
}

/** Documents in `srcdoc` of each other. Each level is escaped and parsed once more, so the depth multiplies the work. */
const maxFrameDepth = 5

/**
 * Calls `replace` for every http or https URL of a page, and returns the page with the replacements. All other
 * characters are unchanged. With a replacement, `base` loses its URL, and `integrity` and `crossorigin` are removed:
 * browsers apply neither to files.
 */
export const mapReferences = (html: string, pageUrl: string, replace: Replace, depth = 0): MappedPage => {
  const edits: Array<Edit> = []
  const ids = new Set<string>()
  let base: URL | undefined
  let deepFrames = 0
  const page = new URL(pageUrl)

  const mapUrl = (kind: ReferenceKind) => (text: string): string | undefined => {
    const url = text.trim() === "" ? undefined : httpUrl(text.trim(), base ?? page)
    return url && replace({ kind, text, url })
  }
  const mapStyle = (css: string) => mapCss(css, mapUrl("asset"))
  /** The document of a frame. Undefined if nothing in it is replaced. */
  const mapFrame = (source: string): string | undefined => {
    if (depth === maxFrameDepth) {
      deepFrames++
      return undefined
    }
    const mapped = mapReferences(source, (base ?? page).href, replace, depth + 1)
    deepFrames += mapped.deepFrames
    return mapped.html === source ? undefined : mapped.html
  }

  const onTag = (token: Token.TagToken): void => {
    const attribute = new Map(token.attrs.map(({ name, value }) => [name, value]))
    const edit = (name: string, value: string | undefined) => {
      const at = token.location?.attrs?.[name]
      if (at === undefined || value === undefined) return false
      edits.push({ from: at.startOffset, to: at.endOffset, text: value === "" ? "" : `${name}="${escapeHtml(value)}"` })
      return true
    }
    const id = attribute.get("id")
    if (id !== undefined) ids.add(id)
    const anchor = attribute.get("name")
    if (token.tagName === "a" && anchor !== undefined) ids.add(anchor)
    const href = attribute.get("href")
    if (token.tagName === "base" && href !== undefined && base === undefined) {
      base = URL.parse(href, page) ?? undefined
      baseEdits.push(() => edit("href", ""))
      return
    }
    let isLocal = false
    for (const [name, value] of attribute) {
      const mapped = name === "srcdoc"
        ? mapFrame(value)
        : mappedAttribute(token.tagName, name, value, attribute, mapUrl, mapStyle)
      if (edit(name, mapped)) isLocal = true
    }
    if (isLocal) { for (const name of ["integrity", "crossorigin"]) edit(name, attribute.has(name) ? "" : undefined) }
  }
  const baseEdits: Array<() => void> = []

  const onStyle = (from: number, to: number): void => {
    const mapped = mapStyle(html.slice(from, to))
    if (mapped !== undefined) edits.push({ from, to, text: mapped })
  }
  tokenize(html, onTag, onStyle)
  if (edits.length > 0) { for (const removeBase of baseEdits) removeBase() }
  return { html: applied(html, edits), ids, deepFrames }
}

/** For a message about a page. */
export const deepFramesNote = (deepFrames: number): string =>
  `${counted(deepFrames, "frame")} nested deeper than ${maxFrameDepth} frames in each other: links there were left out`

interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

const applied = (html: string, edits: ReadonlyArray<Edit>): string => {
  let at = 0
  const parts: Array<string> = []
  for (const { from, text, to } of edits.toSorted((one, other) => one.from - other.from)) {
    parts.push(html.slice(at, from), text)
    at = to
  }
  return parts.join("") + html.slice(at)
}

/** The new value of an attribute. Undefined if it has no URL, or none that is replaced. */
const mappedAttribute = (
  tag: string,
  name: string,
  value: string,
  attribute: ReadonlyMap<string, string>,
  mapUrl: (kind: ReferenceKind) => (text: string) => string | undefined,
  mapStyle: (css: string) => string | undefined
): string | undefined => {
  if (name === "style") return mapStyle(value)
  if (/^(?:image|data-)?srcset$/.test(name)) return mapSrcset(value, mapUrl("image"))
  if (tag === "meta" && name === "content" && /^\s*refresh\s*$/i.test(attribute.get("http-equiv") ?? "")) {
    const [, before = "", url] = /^([\s\d.;,]*url\s*=\s*['"]?)([^'"]+)/i.exec(value) ?? []
    const mapped = url === undefined ? undefined : mapUrl("link")(url)
    return mapped === undefined ? undefined : before.replace(/['"]$/, "") + mapped
  }
  const kind = tag === "link" && name === "href" ? kindOfLink(attribute.get("rel") ?? "") : kinds[`${tag} ${name}`]
  return kind === undefined ? undefined : mapUrl(kind)(value)
}

const kinds: Readonly<Record<string, ReferenceKind>> = {
  "a href": "link",
  "area href": "link",
  "iframe src": "link",
  "frame src": "link",
  "img src": "image",
  // Scripts load these later.
  "img data-src": "image",
  "input src": "image",
  "video poster": "image",
  "image href": "image",
  "image xlink:href": "image",
  "body background": "image",
  "table background": "image",
  "td background": "image",
  "script src": "asset",
  "script href": "asset",
  "script xlink:href": "asset",
  "track src": "asset",
  "audio src": "other",
  "video src": "other",
  "source src": "other",
  "embed src": "link",
  "object data": "link",
  "form action": "other",
  "button formaction": "other",
  "blockquote cite": "other"
}

/** Connection hints are not references. */
const kindOfLink = (rel: string): ReferenceKind | undefined => {
  if (/\b(?:preconnect|dns-prefetch)\b/i.test(rel)) return undefined
  return /\b(?:stylesheet|icon|apple-touch-icon|mask-icon|preload|modulepreload|manifest)\b/i.test(rel)
    ? "asset"
    : "other"
}

/** Reads the start tags of a page, and the places of its style sheets. */
const tokenize = (
  html: string,
  onTag: (token: Token.TagToken) => void,
  onStyle: (from: number, to: number) => void
): void => {
  let styleFrom: number | undefined
  const options: TokenizerOptions = { sourceCodeLocationInfo: true }
  const none = () => {}
  const tokenizer: Tokenizer = new Tokenizer(options, {
    onStartTag: (token) => {
      onTag(token)
      styleFrom = token.tagName === "style" ? token.location?.endOffset : undefined
      const state = textStates[token.tagName]
      if (state === undefined) return
      tokenizer.lastStartTagName = token.tagName
      tokenizer.state = state
    },
    onEndTag: ({ location }) => {
      if (styleFrom !== undefined && location !== null) onStyle(styleFrom, location.startOffset)
      styleFrom = undefined
    },
    onCharacter: none,
    onWhitespaceCharacter: none,
    onNullCharacter: none,
    onComment: none,
    onDoctype: none,
    onEof: none
  })
  tokenizer.preprocessor.bufferWaterline = Number.POSITIVE_INFINITY
  tokenizer.write(html, true)
}

/** Elements whose content has no tags (HTML, 13.2.6.4.4), and the state of the tokenizer for them. */
const rcdata = 1
const rawtext = 2
const scriptData = 3
const textStates: Readonly<Record<string, number>> = {
  title: rcdata,
  textarea: rcdata,
  style: rawtext,
  xmp: rawtext,
  noembed: rawtext,
  noframes: rawtext,
  script: scriptData
}
