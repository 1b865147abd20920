import type { PageElement, PageNode } from "../../dom/node.ts"
import { isBlank, nextNode } from "../../dom/walk.ts"

/** Editors that show lines of code in boxes. */
const editorNames = /(?:^|\s)(?:CodeMirror-code|view-lines|ace_text-layer)(?:\s|$)/
/** That of CodeMirror 6, whose name other sites have for their content too. */
const textboxName = /(?:^|\s)cm-content(?:\s|$)/

const codeNames =
  /(?:^|\s)(?:code-?block|code-?sample|code-?snippet|source-?code|highlight(?:-code|-source-[\w-]+)?|hljs|prettyprint|programlisting)(?:\s|$)/i

const preserved = /(?:^|;)\s*white-space\s*:\s*(?:pre|pre-wrap|break-spaces)\s*(?:;|!|$)/i
const monospaced = /monospace|courier|consolas|menlo/i

/**
 * Whether a block without a `pre` is a block of code: the lines of an editor; a box whose name or style says so, or that
 * has only code, with more than one line in it.
 */
export const isBareCode = (box: PageElement, names: string): boolean => {
  if (editorNames.test(names) || textboxName.test(names) && box.attr("role") === "textbox") return true
  if (box.tag !== "div" && box.tag !== "p") return false
  const style = box.attr("style") ?? ""
  const isPreserved = preserved.test(style) && monospaced.test(style)
  return (codeNames.test(names) || isPreserved || isAllCode(box)) && hasLines(box, isPreserved)
}

/** Whether inline code is a block: its page keeps the line breaks of its text, and it has several. */
export const isCodeOfLines = (code: PageElement): boolean =>
  code.tag === "code" && (preserved.test(code.attr("style") ?? "") || languageName.test(code.attr("class") ?? "")) &&
  code.parentNode?.tag !== "pre" && hasLines(code, true)

const languageName = /(?:^|\s)(?:language|lang)-[\w+#-]+(?:\s|$)/i

/** Whether an element has only elements of code, with breaks between or in them. */
const isAllCode = (box: PageElement): boolean => {
  let codes = 0
  for (let node: PageNode | null = box.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === 3 ? !isBlank(node.data) : node.nodeType === 1 && node.tag !== "br" && node.tag !== "code") {
      return false
    }
    if (node.nodeType === 1 && node.tag === "code") codes++
  }
  return codes > 0
}

const inline: ReadonlySet<string> = new Set("a b br code em i ins del mark samp small span strong var wbr".split(" "))

/** Whether there are two lines or more, by breaks or, where they are kept, by those of the text, and no blocks. */
const hasLines = (box: PageElement, isPreserved: boolean): boolean => {
  let lines = 1
  let isFilled = false
  for (let node = box.firstChild; node !== null; node = nextNode(node, box)) {
    if (node.nodeType === 1) {
      if (!inline.has(node.tag)) return false
      if (node.tag === "br" && isFilled) lines++
    } else if (node.nodeType === 3 && !isBlank(node.data)) {
      isFilled = true
      if (isPreserved && /\S[^]*\n\s*\S/.test(node.data)) lines++
    }
  }
  return lines > 1
}
