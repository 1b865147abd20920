import { Option, Result } from "effect"
import type { Warning } from "../../../core/domain/document/Trace.ts"
import { resolveLink } from "../../../core/domain/WebUrl.ts"
import { decodeText } from "../../../web/fetch/charset/charset.ts"
import { decodeBody } from "../../../web/fetch/decode-body.ts"
import { frameMark } from "../../dom/element-path.ts"
import { detach, PageElement } from "../../dom/node.ts"
import { maxNodes, type ParsedHtml, parseHtml } from "../../dom/parse-html.ts"
import { byTag, elements } from "../../dom/walk.ts"
import { baseUrlOf } from "../../links/base-url.ts"
import { frameAddress } from "../../media/frame-address.ts"
import { isShown } from "../../media/is-shown.ts"
import type { FrameInput } from "./frame-input.ts"

interface Frames {
  readonly fetched: ReadonlyMap<string, FrameInput>
  /** Documents that may still be inserted. */
  left: number
  /** Nodes that they may have in all. */
  nodes: number
  readonly warnings: Array<Warning>
}

/**
 * Puts the documents of frames into their page, each behind its element: those of `srcdoc`, and those that were
 * fetched. Their links become absolute. The frames of a frameset become parts of a body.
 */
export const insertFrames = (html: ParsedHtml, baseUrl: URL, fetched: ReadonlyArray<FrameInput> = []): ParsedHtml => {
  const warnings = [...html.warnings]
  const known = new Map(fetched.map((frame) => [frame.address, frame]))
  const frames = { fetched: known, left: maxDocuments, nodes: maxNodes - html.nodes, warnings }
  return { ...withFrames(html, baseUrl, frames, 0), warnings }
}

/** Bounds the work for a page that consists of frames. */
const maxDocuments = 50
const maxNesting = 3
/** Frames that are considered, hidden ones included. */
const maxElements = 1000

const withFrames = (html: ParsedHtml, baseUrl: URL, frames: Frames, nesting: number): ParsedHtml => {
  if (nesting >= maxNesting) return html
  const found = [...html.tagged("frame"), ...html.tagged("iframe")].slice(0, maxElements).flatMap((element) => {
    const frame = documentOf(element, baseUrl, frames)
    return frame === undefined ? [] : { element, ...frame }
  })
  if (found.length === 0) return html
  const { document } = html
  const body = html.body.tag === "frameset" ? bodyOfFrameset(html) : html.body
  for (const { baseUrl: base, element, html: inner } of found) {
    const part = new PageElement("div", element.namespace, [{ name: frameMark, value: "" }])
    if (base.href !== baseUrl.href) makeAbsolute(inner.body, base)
    const { body } = withFrames(inner, base, frames, nesting + 1)
    for (let node = body.firstChild; node !== null; node = body.firstChild) {
      detach(node)
      part.append(node)
    }
    const { nextSibling, parentNode } = element
    if (nextSibling === null) parentNode?.append(part)
    else parentNode?.insertBefore(part, nextSibling)
  }
  return { ...html, body, tagged: (tag) => byTag(document, tag) }
}

interface FrameDocument {
  readonly html: ParsedHtml
  readonly baseUrl: URL
}

const documentOf = (element: PageElement, baseUrl: URL, frames: Frames): FrameDocument | undefined => {
  // Beside an address, it is a placeholder: the poster of a player.
  const source = element.has("src") ? undefined : element.attr("srcdoc")
  if (frames.left === 0 || source === undefined && frames.fetched.size === 0) return undefined
  if (!isShown(element) || isDeep(element)) return undefined
  const parsed = source === undefined ? fetchedDocument(element, baseUrl, frames) : parsedFrame(source, baseUrl, frames)
  if (parsed === undefined) return undefined
  frames.left--
  frames.nodes -= parsed.html.nodes
  frames.warnings.push(...parsed.html.warnings)
  return parsed
}

const fetchedDocument = (element: PageElement, baseUrl: URL, frames: Frames) => {
  const address = resolveLink(frameAddress(element) ?? "", baseUrl) ?? ""
  const response = frames.fetched.get(address)?.response
  if (response === undefined) return undefined
  const decoded = Option.getOrUndefined(Result.getSuccess(decodeBody(response, response.maxBytes)))
  if (decoded === undefined || !/html/.test(decoded.mediaType)) return undefined
  const url = new URL(response.finalUrl)
  return parsedFrame(decodeText(decoded.body, decoded.charset, decoded.mediaType, url.hostname).text, url, frames)
}

const parsedFrame = (source: string, url: URL, { nodes }: Frames): FrameDocument => {
  const html = parseHtml(source, nodes)
  return { html, baseUrl: baseUrlOf(html, url) }
}

/** Links of a frame are relative to the frame. */
const makeAbsolute = (root: PageElement, base: URL): void => {
  for (const element of elements(root)) {
    for (const attribute of element.attrs) {
      if (linkAttributes.has(attribute.name)) {
        attribute.value = URL.parse(attribute.value, base)?.href ?? attribute.value
      }
    }
    // Its candidates are relative too, and `src` is one of them.
    if (element.has("src")) element.attrs = element.attrs.filter(({ name }) => name !== "srcset")
  }
}

const linkAttributes: ReadonlySet<string> = new Set(["href", "src", "data", "poster", "data-src"])

/** Content of a frameset other than frames is for browsers without them. */
const bodyOfFrameset = ({ body: frameset, html }: ParsedHtml): PageElement => {
  const body = new PageElement("body", frameset.namespace, frameset.attrs)
  for (const frame of byTag(frameset, "frame")) {
    detach(frame)
    body.append(frame)
  }
  detach(frameset)
  html.append(body)
  return body
}

/** Stages walk the tree by recursion, and the tree of a frame is as deep as that of a page. */
const isDeep = (element: PageElement): boolean => {
  let depth = 0
  for (let at = element.parentNode; at !== null; at = at.parentNode) depth++
  return depth > maxDepth
}

const maxDepth = 128
