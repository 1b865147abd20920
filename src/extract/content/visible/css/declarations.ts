import { displays } from "./at-rules.ts"
import { unescaped, withoutComments } from "./escapes.ts"
import { longhands } from "./shorthands.ts"
import { splitList } from "./split-list.ts"

/** Properties and their values, in lower case; shorthands by their longhands, and logical ones by physical ones. */
export type Declarations = Map<string, string>

/** Properties that can take an element out of sight, or bring it back. */
const relevant: ReadonlySet<string> = new Set([
  "animation",
  "animation-name",
  "background-clip",
  "background-color",
  "background-image",
  "bottom",
  "box-shadow",
  "clip",
  "clip-path",
  "color",
  "contain",
  "content-visibility",
  "display",
  "filter",
  "font-size",
  "height",
  "left",
  "margin-left",
  "mask-image",
  "max-height",
  "max-width",
  "min-height",
  "min-width",
  "opacity",
  "overflow-x",
  "overflow-y",
  "padding-bottom",
  "padding-left",
  "padding-right",
  "padding-top",
  "position",
  "right",
  "scale",
  "text-indent",
  "text-shadow",
  "top",
  "transform",
  "translate",
  "visibility",
  "-webkit-text-fill-color",
  "-webkit-text-stroke",
  "width",
  "zoom"
])

/** Max declarations of a block that are read. */
const maxDeclarations = 2000

/** Adds the relevant declarations of a block to `into`; a later one wins, unless only the earlier is important. */
export const addDeclarations = (block: string, into: Declarations): void => {
  const isPlain = !unusual.test(block)
  const text = isPlain ? block : withoutComments(block)
  const declarations = isPlain ? text.split(";", maxDeclarations) : splitList(text, ";").slice(0, maxDeclarations)
  for (const declaration of declarations) {
    const colon = declaration.indexOf(":")
    if (colon < 0) continue
    const name = declaration.slice(0, colon).trim()
    const property = (isPlain ? name : unescaped(name)).toLowerCase()
    const longer = longhands.get(property)
    if (longer === undefined && !relevant.has(property) && !property.startsWith("--")) continue
    const raw = declaration.slice(colon + 1, colon + 1 + maxValue).trim()
    const value = (isPlain ? raw : unescaped(raw)).toLowerCase().replace(/\s*!\s*important$/, "!important")
    if (longer === undefined) set(property, value, into)
    else for (const [own, part] of longer(value)) set(own, part, into)
  }
}

const unusual = /["'\\]|\/\*|url\(/i

/** Adds later declarations. */
export const merge = (later: Declarations, into: Declarations): void => {
  for (const [property, value] of later) set(property, value, into)
}

const set = (property: string, value: string, into: Declarations): void => {
  const before = into.get(property)
  if (before !== undefined && isImportant(before) && !isImportant(value)) return
  if (isValid(property, value)) into.set(property, value)
}

/** Browsers ignore a declaration with a value that they do not know. Only properties with few values are checked. */
const isValid = (property: string, value: string): boolean => {
  const values = property === "display" ? displays : valid.get(property)
  return values === undefined || values.test(isImportant(value) ? withoutPriority(value) : value)
}

const always = "initial|inherit|unset|revert|revert-layer|var\\(.*"
const valid: ReadonlyMap<string, RegExp> = new Map([
  ["visibility", new RegExp(`^(?:visible|hidden|collapse|${always})$`)],
  ["opacity", new RegExp(`^(?:[-+\\d.][\\de.+-]*%?|\\w+\\(.*|${always})$`)],
  ["position", new RegExp(`^(?:static|relative|absolute|fixed|sticky|-webkit-sticky|${always})$`)]
])

/** Max length of a value that is read. One with a picture in it may be a megabyte. */
const maxValue = 300

const isImportant = (value: string): boolean => value.endsWith("!important")

const withoutPriority = (value: string): string => value.slice(0, -"!important".length).trimEnd()

/** The value without its priority; "" if it is not declared. */
export const valueOf = (declarations: Declarations, property: string): string => {
  const value = declarations.get(property) ?? ""
  return isImportant(value) ? withoutPriority(value) : value
}

/** The important declarations, or the others. */
export const byPriority = (declarations: Declarations, important: boolean): Declarations => {
  const found: Declarations = new Map()
  for (const [property, value] of declarations) if (isImportant(value) === important) found.set(property, value)
  return found
}
