/**
 * Robots directives of a page: its robots meta elements, those with our product token, and the lines of X-Robots-Tag
 * for all robots or for ours. In lower case, without duplicates: `noindex`, `max-snippet:20`. `none` is `noindex` and
 * `nofollow`; `all`, `index` and `follow` are the default, so they are left out.
 */
export const robotsDirectives = (
  metas: ReadonlyArray<string>,
  header: string | undefined,
  agent: string
): ReadonlyArray<string> => {
  const found = new Set<string>()
  const add = (directive: string) => {
    if (found.size < maxDirectives && !implied.has(directive)) found.add(directive.slice(0, maxDirectiveLength))
  }
  const addAll = (directive: string) => directive === "none" ? ["noindex", "nofollow"].forEach(add) : add(directive)
  for (const content of metas) directivesIn(content).forEach(({ directive }) => addAll(directive))
  // Each line is a header field; a name at its start limits it to that robot.
  for (const line of (header ?? "").split("\n", maxLines)) {
    let isForUs = true
    for (const { directive, robot } of directivesIn(line)) {
      if (robot !== undefined) isForUs = robot === agent || robot === "*"
      if (isForUs) addAll(directive)
    }
  }
  return [...found]
}

interface Directive {
  /** Name of the robot before it. */
  readonly robot: string | undefined
  readonly directive: string
}

const directivesIn = (text: string): ReadonlyArray<Directive> => {
  const parts: Array<Directive> = []
  for (const part of text.toLowerCase().split(",", maxDirectives).map((part) => part.trim())) {
    const last = parts.at(-1)
    // A date has a comma of its own: "unavailable_after: Fri, 25 Jun 2027 ...".
    if (last !== undefined && last.directive.startsWith("unavailable_after:") && /^\d/.test(part)) {
      parts[parts.length - 1] = { ...last, directive: `${last.directive}, ${part}` }
      continue
    }
    const [head = "", ...rest] = part.split(":").map((side) => side.trim())
    const robot = rest.length > 0 && !valued.test(head) ? head : undefined
    const [name = "", ...value] = robot === undefined ? [head, ...rest] : rest
    if (name !== "") parts.push({ robot, directive: value.length === 0 ? name : `${name}:${value.join(":")}` })
  }
  return parts
}

const valued = /^(?:max-[a-z-]+|unavailable_after|notranslate)$/
const implied: ReadonlySet<string> = new Set(["all", "index", "follow"])

const maxLines = 50
const maxDirectives = 50
const maxDirectiveLength = 200
