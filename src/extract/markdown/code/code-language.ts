import type { PageElement } from "../../dom/node.ts"
import { children, firstByTag } from "../../dom/walk.ts"
import { codeWrapperTags } from "../../rules/tags.ts"

/**
 * Language of a code block, by the classes of common highlighters on the block, its `code` and its wrappers. "" if none
 * declares one.
 */
export const codeLanguage = (block: PageElement): string => {
  const code = firstByTag(block, "code") ?? undefined
  for (const element of [code, block]) {
    const language = element === undefined ? undefined : declared(element) ?? bareClass(element)
    if (language !== undefined) return language
  }
  let up = block.parentNode
  for (let step = 0; up !== null && step < maxSteps && wraps(up); step++, up = up.parentNode) {
    const language = declared(up) ?? (up.tag === "figure" ? bareClass(up) : undefined)
    if (language !== undefined) return language
  }
  return label(block)
}

/** The longest chain of wrappers is figure > table > tbody > tr > td. */
const maxSteps = 6

/** Max elements of a wrapper: a label, buttons, line numbers and the code. */
const maxParts = 12

/** Whether this is a wrapper of the code, not the page around it. */
const wraps = (element: PageElement): boolean => {
  if (!codeWrapperTags.has(element.tag)) return false
  let blocks = 0
  let seen = 0
  for (const child of children(element)) {
    if (++seen > maxParts) return false
    if (/^(?:p|ul|ol|h[1-6]|blockquote)$/.test(child.tag)) return false
    if (child.tag === "pre" && ++blocks > 1) return false
  }
  return true
}

const named =
  /(?:^|\s)(?:(?:language|lang|gatsby-code|highlight-(?:source|text)|highlight|code)[-:]|(?:brush|lang):\s*|sourceCode\s+)([a-z][a-z0-9+#._-]*)(?=[\s;,{]|$)/gi

const declared = (element: PageElement): string | undefined => {
  for (const name of ["data-lang", "data-language", "data-enlighter-language", "data-code-language"]) {
    const language = known(element.attr(name))
    if (language !== undefined) return language
  }
  const parameters = element.attr("data-syntaxhighlighter-params")
  const names = `${element.attr("class") ?? ""} ${parameters ?? ""}`
  if (names.length > 1) {
    for (const match of names.matchAll(named)) {
      const language = known(match[1])
      if (language !== undefined) return language
    }
  }
  const { tag } = element
  return tag === "pre" || tag === "code" ? known(element.attr("lang")) : undefined
}

/** highlight.js, pandoc, prettyprint and rustdoc put the bare name beside a class of their own. */
const bareClass = (element: PageElement): string | undefined => {
  const names = (element.attr("class") ?? "").split(/\s+/)
  if (
    !names.some((name) =>
      /^(?:hljs|prettyprint|sourceCode|highlight|prettyprinted|brush|item-decl|rust-example-rendered)$/i.test(name)
    )
  ) {
    return undefined
  }
  for (const name of names) {
    const language = commonNames.has(name.toLowerCase()) ? known(name) : undefined
    if (language !== undefined) return language
  }
  return undefined
}

const commonNames: ReadonlySet<string> = new Set(
  "abap ada apache arduino asm assembly awk bash basic c clojure cmake cobol coffeescript console cpp c++ cs csharp c# css csv cuda d dart diff docker dockerfile elixir elm erlang fortran fsharp gherkin glsl go golang gradle graphql groovy haskell hcl html http ini java javascript js json json5 jsonc jsx julia kotlin latex less lisp lua makefile markdown matlab md mermaid mysql nginx nim nix objectivec objc ocaml pascal perl pgsql php plsql postgresql powershell prolog properties protobuf puppet py python python3 pycon r racket rb rs ruby rust sass scala scheme scss sh shell solidity sql svelte swift tcl terraform tex toml ts tsx typescript vb vbnet verilog vhdl vim vue wasm xml yaml yml zig zsh"
    .split(" ")
)

/** Values that are not languages. */
const notLanguages: ReadonlySet<string> = new Set(
  "none plaintext plain text txt nohighlight no-highlight default auto undefined null unknown raw output block wrapper container box toolbar snippet example area frame view tabs group inline header line lines linenums numbers source code notranslate wrap content prettyprint highlight"
    .split(" ")
)

/** Name for the info string of a fence. Undefined if the value is not a language. */
const known = (value: string | undefined): string | undefined => {
  const name = value?.trim().toLowerCase().replace(/^(?:lang|language)-/, "") ?? ""
  if (!/^[a-z][a-z0-9+#._-]{0,24}$/.test(name)) return undefined
  if (notLanguages.has(name)) return undefined
  return aliases.get(name) ?? name
}

const aliases: ReadonlyMap<string, string> = new Map([
  ["python3", "python"],
  ["ipython3", "python"],
  ["html-basic", "html"]
])

/** A separate label beside the code (MDN, documentation tools). */
const label = (block: PageElement): string => {
  const box = block.parentNode
  if (box === null || !wraps(box)) return ""
  for (const child of children(box)) {
    if (child === block || !/header|title|lang|label|toolbar/i.test(child.attr("class") ?? "")) continue
    const [only] = [...children(child)]
    for (const holder of [child, only]) {
      const text = holder === undefined ? "" : ownText(holder)
      if (commonNames.has(text)) return known(text) ?? ""
    }
  }
  return ""
}

const ownText = (element: PageElement): string =>
  element.firstChild?.nodeType === 3 ? element.firstChild.data.trim().toLowerCase() : ""

/** Whether an element is only the name of a language. */
export const isLanguageLabel = (element: PageElement): boolean =>
  element.firstChild === element.lastChild && commonNames.has(ownText(element))

/** Whether a line is only the name of a language, the names of buttons of a code block, or both without a space. */
export const isCodeLabel = (text: string): boolean => {
  if (text.length > maxLabel) return false
  const name = text.toLowerCase().replace(buttonNames, "").trim()
  return name === "" || commonNames.has(name)
}

const maxLabel = 40

const buttonNames =
  /(?:(?:code\s*:|select all|alles auswählen|tout sélectionner|seleccionar todo|seleziona tutto|copy|copied!?|run|edit|try it|play|wrap|expand|collapse|download|plain|text|code|to clipboard|kopieren|copier|le|copiar|copia|kopiëren|копировать|复制|代码|複製|コピー|복사)\s*)+$/
