import fc from "fast-check"

/** Text with whatever means something to markdown, to HTML or to neither. */
const anyText = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom(
    "*",
    "**",
    "_",
    "__",
    "a_b",
    " _x_ ",
    "`",
    "``",
    "[",
    "]",
    "](",
    "[x](y)",
    "![",
    "!",
    "#",
    "# ",
    "- ",
    "+ ",
    "1. ",
    "1) ",
    "> ",
    "---",
    "===",
    "~",
    "~~",
    "|",
    "\\",
    "\\*",
    "$",
    "$1",
    "&amp;",
    "&lt;",
    "&amp;amp;",
    "&amp;lt;b&amp;gt;",
    "&lt;b&gt;",
    "&nbsp;",
    "&#8203;",
    "\n",
    " ",
    "  ",
    "\t",
    "[^1]",
    "[^1]: x",
    "[ ] ",
    "[x] ",
    ":--",
    "|-|-|",
    "word",
    "two words",
    "https://a.test/_b_*c",
    "www.b.test",
    "”",
    "（",
    "é",
    "日本",
    "مرحبا",
    "\u202Eשלום\u202C",
    "\u200F",
    "\u2066a\u2069",
    "\u0000",
    "\u0007",
    "\u001B[1m",
    "\u2028",
    "\uE001",
    "Moab",
    "3Boots",
    "😀",
    "a@b.test",
    "***",
    "* * *",
    "***a",
    "```",
    "~~~",
    "    code",
    "<!-- c -->",
    "E=mc"
  )
)

const attributes: Readonly<Record<string, ReadonlyArray<string>>> = {
  a: [
    "href=\"/x\"",
    "href=\"https://o.test/(p)?a|b\"",
    "href=\"javascript:x\"",
    "href=\"#f\"",
    "href=\"mailto:a@b.test\"",
    "href=\"/t\" title=\"a &quot;t&quot;\"",
    ""
  ],
  img: ["src=\"/i.png\" alt=\"a[b]*\"", "src=\"data:x\"", "data-src=\"/l.png\"", "src=\"/s.png\" title=\"t|t\""],
  td: ["", "colspan=\"2\"", "rowspan=\"2\"", "colspan=\"0\""],
  th: ["", "colspan=\"3\"", "rowspan=\"9\""],
  ol: ["", "start=\"9\"", "start=\"-1\""],
  li: ["", "id=\"f\""],
  div: ["", "class=\"note\"", "class=\"katex\"", "id=\"f\"", "class=\"highlight\""],
  pre: ["", "class=\"language-js\""],
  input: ["type=\"checkbox\"", "type=\"checkbox\" checked", ""],
  span: ["", "class=\"line\"", "class=\"lang\"", "class=\"MathJax\""]
}

const blockTags = [
  "p",
  "div",
  "h1",
  "h3",
  "ul",
  "ol",
  "li",
  "blockquote",
  "pre",
  "table",
  "tr",
  "td",
  "th",
  "tbody",
  "thead",
  "caption",
  "dl",
  "dt",
  "dd",
  "section",
  "figure",
  "figcaption",
  "details",
  "summary",
  "article",
  "form",
  "center",
  "aside",
  "template",
  "noscript"
]
const inlineTags = [
  "b",
  "i",
  "em",
  "strong",
  "a",
  "code",
  "span",
  "sub",
  "sup",
  "del",
  "s",
  "kbd",
  "q",
  "u",
  "small",
  "mark",
  "label",
  "button",
  "ruby",
  "rt",
  "math",
  "mi",
  "mfrac",
  "svg",
  "x-y",
  "cite",
  "var",
  "font",
  "select",
  "option",
  "textarea",
  "script",
  "style",
  "title"
]
const voidTags = ["br", "hr", "img", "input", "wbr"]

const anyTag = fc.constantFrom(...blockTags, ...inlineTags, ...inlineTags)

const open = (tag: string) =>
  fc.constantFrom(...(attributes[tag] ?? [""])).map((some) => some === "" ? `<${tag}>` : `<${tag} ${some}>`)

const { node } = fc.letrec<{ node: string; element: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, depthSize: "medium" },
    { arbitrary: anyText, weight: 3 },
    { arbitrary: fc.constantFrom(...voidTags).chain(open), weight: 1 },
    { arbitrary: tie("element"), weight: 4 }
  ),
  element: anyTag.chain((tag) =>
    fc.tuple(open(tag), fc.array(tie("node"), { maxLength: 4 })).map(([start, inside]) =>
      `${start}${inside.join("")}</${tag}>`
    )
  )
}))

/** Lists, quotes and sections inside of one another, deeper than anyone writes. */
const deep = fc.tuple(
  fc.array(fc.constantFrom("ul", "ol", "li", "blockquote", "div", "b", "td"), { maxLength: 60 }),
  node
)
  .map(([tags, inside]) =>
    `${tags.map((tag) => `<${tag}>`).join("a ")}${inside}${tags.toReversed().map((tag) => `</${tag}>`).join(" z")}`
  )

/** Elements in elements, closed as they were opened, in every nesting the tags allow and do not allow. */
export const anyHtml = fc.array(fc.oneof({ arbitrary: node, weight: 5 }, { arbitrary: deep, weight: 1 }), {
  maxLength: 6
}).map((nodes) => nodes.join(""))

/** Tags and text in any order. */
export const anyTagSoup = fc.array(
  fc.oneof(
    anyText,
    fc.constantFrom(...blockTags, ...inlineTags, ...voidTags).chain(open),
    fc.constantFrom(...blockTags, ...inlineTags).map((tag) => `</${tag}>`)
  ),
  { maxLength: 30 }
).map((parts) => parts.join(""))
