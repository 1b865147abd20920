import { Random, type Site } from "./Site.ts"

export type Redesign = "classes" | "nesting" | "labels" | "all"
export const redesigns: ReadonlyArray<Redesign> = ["classes", "nesting", "labels", "all"]

/** The same pages with the same data in another markup. */
export const redesigned = (site: Site, kind: Redesign): Site => ({
  ...site,
  name: `${site.name}, other ${kind}`,
  pageOf: (n) => {
    const { page, ...rest } = site.pageOf(n)
    return { ...rest, page: changes[kind](page) }
  }
})

/** Other classes, ids, and names of data attributes. */
const otherClasses = (page: string): string =>
  page.replaceAll(
    /(class|id)="([^"]*)"/g,
    (_, name: string, value: string) =>
      `${name}="${value.split(/\s+/).filter((one) => one !== "").map(hashed).join(" ")}"`
  )
    .replaceAll(/ data-([a-z]+)=/g, (_, name: string) => ` data-v-${name}=`)

const hashed = (name: string): string => {
  const random = new Random(`class ${name}`)
  return `n${Array.from({ length: 5 }, () => random.pick([..."abcdefghk2345"])).join("")}`
}

/** Other tags, further elements around values, and around the whole page. */
const otherNesting = (page: string): string =>
  page.replaceAll(
    /<(\/?)(h3|h2|h1|p|main|section|article|aside|em|strong|span)\b/g,
    (_, end: string, tag: string) => `<${end}${otherTags[tag] ?? tag}`
  )
    .replaceAll(/<(dd|td|h2|h3|li)\b([^>]*)>([^<]*)<\/\1>/g, "<$1$2><div><u>$3</u></div></$1>")
    .replace(/<body>/, "<body><div><div><div>News</div></div><div><div>").replace(
      /<\/body>/,
      "</div></div></div></body>"
    )

const otherTags: Readonly<Record<string, string>> = {
  h1: "h2",
  h2: "h3",
  h3: "h4",
  p: "div",
  main: "section",
  section: "div",
  article: "section",
  aside: "div",
  em: "b",
  strong: "em",
  span: "small"
}

/** Other words in the headers of rows, and in front of colons. */
const otherLabels = (page: string): string => {
  const [head = "", body = ""] = page.split(/(?<=<\/head>)/)
  return head + body.replaceAll(/<(th|dt)([^>]*)>([^<:]+)(:?)<\/\1>/g, "<$1$2>$3 info$4</$1>")
    .replaceAll(/(?<=>)([\p{L}-]{2,20}) ?:(?=[ <])/gu, "$1 info:")
}

const changes: Readonly<Record<Redesign, (page: string) => string>> = {
  classes: otherClasses,
  nesting: otherNesting,
  labels: otherLabels,
  all: (page) => otherClasses(otherLabels(otherNesting(page)))
}
