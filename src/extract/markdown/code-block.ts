import type { PageElement, PageNode } from "../dom/node.ts"
import { firstByTag } from "../dom/walk.ts"

export interface CodeBlock {
  readonly language: string
  readonly text: string
}

/** A `pre` as code: its language by the usual highlighters' marks, without line numbers and copy buttons. */
export const codeBlock = (pre: PageElement): CodeBlock => ({
  language: languageOf(pre),
  text: codeText(pre).replaceAll("\u00A0", " ").replace(/^\n+|\s+$/g, "")
})

const blockTags: ReadonlySet<string> = new Set(["div", "p", "li", "tr", "pre", "table", "tbody", "ol"])

const codeText = (element: PageElement): string => {
  let text = ""
  for (let node: PageNode | null = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === 3) text += node.data
    else if (node.nodeType !== 1 || isFurniture(node)) continue
    else if (node.tag === "br") text += "\n"
    else {
      const inner = codeText(node)
      // Highlighters wrap each line in a block of its own.
      text += blockTags.has(node.tag) && !inner.endsWith("\n") && inner !== "" ? `${inner}\n` : inner
    }
  }
  return text
}

const isFurniture = (element: PageElement): boolean => {
  if (["button", "script", "style", "svg", "template"].includes(element.tag)) return true
  const names = element.attr("class") ?? ""
  return /(?:^|[\s-])(?:line-?numbers?(?:-rows)?|linenos?|lineno|gutter|hljs-ln-numbers|blob-num|rouge-gutter|copy(?:-?(?:button|btn|code))?|code-header|clipboard|react-syntax-highlighter-line-number)(?:\s|$)/i
    .test(names) || element.has("data-line-number") && (element.tag === "td" || element.tag === "span")
}

/** Names that stand where a language would and are none. */
const notLanguages: ReadonlySet<string> = new Set([
  "none",
  "plaintext",
  "plain",
  "text",
  "nohighlight",
  "default",
  "auto",
  "undefined",
  "null"
])

const languageOf = (pre: PageElement): string => {
  const code = firstByTag(pre, "code")
  const around: Array<PageElement | null | undefined> = [code, pre, pre.parentNode, pre.parentNode?.parentNode]
  for (const element of around) {
    if (element === null || element === undefined) continue
    const language = declared(element, element === code || element === pre)
    if (language !== "") return notLanguages.has(language) ? "" : language
  }
  return ""
}

const declared = (element: PageElement, isCode: boolean): string => {
  const names = element.attr("class") ?? ""
  const data = element.attr("data-lang") ?? element.attr("data-language") ?? (isCode ? element.attr("lang") : undefined)
  const match =
    /(?:^|\s)(?:language|lang|highlight-source|highlight|sourceCode|brush:)[-:\s]*([a-z0-9+#.]+)(?:\s|;|$)/i.exec(
      names
    ) ??
      (isCode
        ? /(?:^|\s)(?:hljs|prettyprint|sourceCode|highlight)\s+(?:lang-)?([a-z0-9+#]+)(?:\s|$)/i.exec(names)
        : null)
  const language = (data ?? match?.[1] ?? "").toLowerCase()
  return /^[a-z0-9+#.-]{1,20}$/.test(language) && !/^(?:linenums|source|code|notranslate|wrap|numbers?)$/.test(language)
    ? language
    : ""
}
