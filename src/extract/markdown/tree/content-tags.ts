/** Kind of an element by its tag, for ContentWalk. Tags that are not listed are blocks. */
export type TagKind =
  | "anchor"
  | "block-code"
  | "break"
  | "button"
  | "code"
  | "container"
  | "emphasis"
  | "heading"
  | "image"
  | "inline"
  | "input"
  | "item"
  | "keyboard"
  | "list"
  | "noscript"
  | "quotation"
  | "raised"
  | "rule"
  | "skipped"
  | "strike"
  | "strong"
  | "strong-block"
  | "caption"
  | "table"

const kinds: Readonly<Record<TagKind, string>> = {
  anchor: "a",
  "block-code": "pre listing xmp",
  break: "br",
  button: "button",
  caption: "figcaption",
  code: "code tt samp",
  container: "blockquote",
  emphasis: "em i cite dfn var",
  heading: "h1 h2 h3 h4 h5 h6",
  image: "img",
  inline:
    "abbr acronym bdi bdo big data font ins label mark nobr output rb ruby rtc small span time u wbr picture source math",
  input: "input",
  item: "li",
  keyboard: "kbd",
  list: "ul ol menu dir",
  noscript: "noscript",
  quotation: "q",
  raised: "sub sup",
  rule: "hr",
  skipped:
    "script style template head title iframe object embed canvas select option optgroup textarea datalist audio video map area link meta base param track col colgroup svg progress meter rp rt noembed noframes frameset frame applet",
  strike: "del s strike",
  strong: "b strong",
  "strong-block": "dt summary",
  table: "table"
}

const byTag = new Map(
  Object.entries(kinds).flatMap(([kind, tags]) => tags.split(" ").map((tag) => [tag, kind as TagKind] as const))
)

export const tagKind = (tag: string): TagKind | undefined => byTag.get(tag)

/** The mark around the content of an element of this kind. */
export const markOf = (kind: TagKind | undefined): string | undefined => kind === undefined ? undefined : marks[kind]

const marks: Partial<Record<TagKind, string>> = { code: "CODE", emphasis: "EM", strike: "DEL", strong: "STRONG" }

const inlineKinds: ReadonlySet<TagKind | undefined> = new Set([
  "inline",
  "strong",
  "emphasis",
  "raised",
  "code",
  "strike"
])

export const isInlineKind = (kind: TagKind | undefined): boolean => inlineKinds.has(kind)

/** Elements of site builders within the content that are not content: permalinks, edit links, gutters, copy buttons. */
export const widgetLabelClass =
  /(?:^|\s)(?:mw-editsection|headerlink|header-anchor|hash-link|anchorjs-link|permalink-symbol|line-numbers-(?:rows|wrapper)|linenodiv|copy-(?:button|btn|code|code-button)|btn-clipboard|zeroclipboard-container|clipboard-copy|MathJax_Preview|MJX_Assistive_MathML|hideme|katex-html|mw-cite-backlink)(?:\s|$)/

/** Sources in the references of an encyclopedia, which are not set in italics. */
export const citationClass = /(?:^|\s)citation(?:\s|$)/

/** The text of a post, which the software of some forums writes as a quote. */
export const postClass = /(?:^|\s)post-?(?:content|body|text)(?:\s|$)/i

/** Labels with the language of the code beside them. */
export const codeLabelClass =
  /(?:^|\s)(?:lang|language|language-name|code-?lang\w*|code-?block-?(?:lang|title)\w*)(?:\s|$)/i

/** Boxes with remarks, by the names in common documentation tools. */
export const calloutClass =
  /(?:^|\s)(?:admonition|admonitionblock|markdown-alert|callout|theme-admonition|custom-block|notecard|hint|alert|alertbox|note|tip|warning|caution|danger|important|confluence-information-macro|wp-block-alert|notice|bs-callout)(?:\s|$)/i

export const calloutTitleClass =
  /(?:^|[\s_-])(?:title|admonition-heading|admonitionHeading\w*|callout-heading|alert-heading)(?:\s|$)/i
