interface FrontMatter {
  readonly title?: string
  readonly description?: string
  /** The text after it. */
  readonly content: string
}

/** Characters. A longer block is taken for content. */
const maxLength = 16_384

/**
 * The YAML block at the start of a markdown file: texts of one line, other values are dropped with the block. A file that
 * begins with a thematic break and has no such block stays whole.
 */
export const frontMatter = (source: string): FrontMatter => {
  if (!source.startsWith("---\n")) return { content: source }
  const end = source.slice(0, maxLength).search(/\n(?:---|\.\.\.)[ \t]*(?:\n|$)/)
  const block = end < 0 ? "" : source.slice("---\n".length, end)
  // Each line is a key, belongs to the key before it, or is a comment.
  if (!block.split("\n").every((line) => line === "" || /^(?:[\w-]+[ \t]*:|[ \t#-])/.test(line))) {
    return { content: source }
  }
  const rest = source.indexOf("\n", end + 1)
  return {
    ...valueOf(block, "title"),
    ...valueOf(block, "description"),
    content: end < 0 ? source : rest < 0 ? "" : source.slice(rest + 1)
  }
}

const valueOf = <K extends "title" | "description">(block: string, key: K): { readonly [N in K]?: string } => {
  const [, value = ""] = new RegExp(`^${key}[ \\t]*:[ \\t]*(.*)$`, "m").exec(block) ?? []
  const text = unquoted(value.trim())
  return (text === "" ? {} : { [key]: text }) as { readonly [N in K]?: string } // the key is K
}

/** Of a value that goes over several lines, nothing. */
const unquoted = (value: string): string => {
  const double = /^"((?:[^"\\]|\\.)*)"$/.exec(value)?.[1]
  if (double !== undefined) return double.replace(/\\(.)/g, "$1")
  const single = /^'((?:[^']|'')*)'$/.exec(value)?.[1]
  if (single !== undefined) return single.replaceAll("''", "'")
  return /^[>|&*!{["']/.test(value) ? "" : value.replace(/[ \t]#.*$/, "")
}
