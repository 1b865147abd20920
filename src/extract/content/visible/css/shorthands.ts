import { splitList } from "./split-list.ts"

type Longhands = (value: string) => ReadonlyArray<readonly [property: string, value: string]>

const alias = (property: string): Longhands => (value) => [[property, value]]

/** Values of the top, right, bottom and left side: one to four are written. */
const sides = (names: readonly [string, string, string, string]): Longhands => (value) => {
  const { parts, priority } = partsOf(value)
  const [top = "", right = top, bottom = top, left = right] = parts
  return [top, right, bottom, left].map((part, index) => [names[index] ?? "", part + priority])
}

const pair = (first: string, second: string): Longhands => (value) => {
  const { parts, priority } = partsOf(value)
  const [start = "", end = start] = parts
  return [[first, start + priority], [second, end + priority]]
}

const partsOf = (value: string): { readonly parts: ReadonlyArray<string>; readonly priority: string } => {
  const priority = value.endsWith("!important") ? "!important" : ""
  return { parts: splitList(value.slice(0, value.length - priority.length).trim(), " "), priority }
}

/** The size is followed by the line height, and by the family, which is always there. */
const font: Longhands = (value) => {
  const { parts, priority } = partsOf(value.replaceAll(/\s*\/\s*/g, "/"))
  const size = parts.find((part) =>
    /^[-+.\d]+(?:[a-z]|%|\/|$)|^(?:calc|min|max|clamp)\(/.test(part) && !/^[1-9]\d{0,3}$/.test(part)
  )
  return size === undefined || parts.at(-1) === size ? [] : [["font-size", (size.split("/")[0] ?? "") + priority]]
}

const background: Longhands = (value) => {
  const { parts, priority } = partsOf(value)
  const image = parts.find((part) => /^(?:url|[\w-]*gradient|image-set|var|element|cross-fade|paint)\(/.test(part))
  const color = parts.find((part) => colorLike.test(part) && !positions.test(part))
  // With a size or a place, a picture need not be behind the text.
  const isWhole = image === undefined || parts.every((part) => part === image || part === color)
  return [
    ["background-color", (color ?? "transparent") + priority],
    ["background-image", (isWhole ? image ?? "none" : "url()") + priority],
    ...(parts.includes("text") ? [["background-clip", `text${priority}`] as const] : [])
  ]
}

const colorLike = /^(?:#|[a-z]+$|(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color|color-mix)a?\()/
const positions =
  /^(?:none|left|right|top|bottom|center|scroll|fixed|local|repeat(?:-[xy])?|no-repeat|space|round|cover|contain|text|(?:border|padding|content)-box|important)$/

/** Properties that others take the place of. */
export const longhands: ReadonlyMap<string, Longhands> = new Map([
  ["-webkit-background-clip", alias("background-clip")],
  ["-webkit-clip-path", alias("clip-path")],
  ["-webkit-mask", alias("mask-image")],
  ["-webkit-mask-image", alias("mask-image")],
  ["-webkit-transform", alias("transform")],
  ["background", background],
  ["block-size", alias("height")],
  ["font", font],
  ["inline-size", alias("width")],
  ["inset", sides(["top", "right", "bottom", "left"])],
  ["inset-block", pair("top", "bottom")],
  ["inset-block-end", alias("bottom")],
  ["inset-block-start", alias("top")],
  ["inset-inline", pair("left", "right")],
  ["inset-inline-end", alias("right")],
  ["inset-inline-start", alias("left")],
  ["margin", sides(["margin-top", "margin-right", "margin-bottom", "margin-left"])],
  ["margin-inline", pair("margin-left", "margin-right")],
  ["margin-inline-start", alias("margin-left")],
  ["mask", alias("mask-image")],
  ["max-block-size", alias("max-height")],
  ["max-inline-size", alias("max-width")],
  ["min-block-size", alias("min-height")],
  ["min-inline-size", alias("min-width")],
  ["overflow", pair("overflow-x", "overflow-y")],
  ["padding", sides(["padding-top", "padding-right", "padding-bottom", "padding-left"])],
  ["padding-block", pair("padding-top", "padding-bottom")],
  ["padding-inline", pair("padding-left", "padding-right")]
])
