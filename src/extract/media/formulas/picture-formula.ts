import type { PageElement } from "../../dom/node.ts"

/** TeX of a picture of a formula, from its address or its alternative text. Undefined for other pictures. */
export const pictureFormula = (
  image: PageElement
): { readonly latex: string; readonly display: boolean } | undefined => {
  const names = image.attr("class") ?? ""
  const alt = image.attr("alt")?.trim() ?? ""
  const display = /display|block/.test(names)
  if (texClass.test(names) && alt !== "") return { latex: withoutDelimiters(alt), display }
  const latex = texOfAddress(image.attr("src") ?? "")
  if (latex !== undefined) return { latex, display }
  if (delimited.test(alt) || formulaClass.test(names) && texSigns.test(alt)) {
    return { latex: withoutDelimiters(alt), display: display || /^(?:\\\[|\$\$)/.test(alt) }
  }
  return undefined
}

const texClass =
  /(?:^|\s)(?:latex|tex|mwe-math-fallback-image-\w+|math-image|texrender|ql-img-(?:inline|displayed)-formula)(?:\s|$)/
/** These classes also mark other pictures, so the text has to be TeX. */
const formulaClass = /(?:^|[\s_-])(?:math|formula|equation|eqn?|eeimg|mathjax|katex)(?:$|[\s_-])/i
const texSigns = /\\[a-z]|[_^]/i
const delimited = /^(?:\\\(.+\\\)|\\\[.+\\\]|\$\$.+\$\$|\$[^$]+\$)$/s

const withoutDelimiters = (text: string): string =>
  text.replace(/^(?:\\[([]|\$\$?)\s*([^]*?)\s*(?:\\[)\]]|\$\$?)$/, "$1")

/** Services that draw the formula in their address: the text before it, and that of those with form encoding. */
const verbatim =
  /\bcodecogs\.com\/(?:gif|png|svg|eq|pdf)\.(?:latex|image)\?|\/(?:mimetex|mathtex)(?:\.cgi|\.exe)?\?|\b(?:i\.upmath\.me|tex\.s2cms\.(?:ru|com))\/(?:svg|png)\//i
const formEncoded =
  /\/latex\.php\?(?:[^#]*&)?latex=|\/equation\?tex=|\/render\/math\?math=|\/chart\?(?:[^#]*&)?cht=tx&(?:[^#]*&)?chl=|\bmath\.now\.sh\/?\?(?:from|inline)=/i

const maxTex = 2000

const texOfAddress = (address: string): string | undefined => {
  const form = formEncoded.exec(address)
  const found = form ?? verbatim.exec(address)
  if (found === null) return undefined
  const query = address.slice(found.index + found[0].length).replaceAll("&space;", " ")
  // Formulas may have an ampersand, so only the parameters of these services end them.
  const end = query.search(/&(?:bg|fg|s|c|chf|chs|chco|mode|align|size)=|#/)
  const code = end < 0 ? query : query.slice(0, end)
  const latex = decoded(form === null ? code : code.replaceAll("+", " ")).replace(drawing, "").trim()
  return latex === "" || latex.length > maxTex ? undefined : latex
}

/** Instructions about colour and size before the formula itself. */
const drawing =
  /^(?:\s*\\(?:dpi\{\w+\}|[bf]g(?:_\w+|\{\w+\})|(?:large|tiny|small|huge|normalsize|inline|displaystyle|reverse|opaque)(?![a-z])))+/i

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
