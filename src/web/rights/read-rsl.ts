import type { Price } from "../../core/domain/document/Rights.ts"
import type { Purpose } from "../../core/domain/document/Signals.ts"
import { purposes } from "../../core/domain/names/page-uses.ts"
import { compact } from "../../core/kernel/compact.ts"
import { attribute, type Tag, tagsOf } from "./rsl-tags.ts"
import { deciding, patternOf, type SiteFile } from "./SiteFile.ts"
import { priceIn, type Statement } from "./Statement.ts"

const maxContents = 1000

interface License {
  /** Undefined without a `permits` of type usage: all uses are permitted. */
  readonly permitted: Set<string> | undefined
  readonly prohibited: Set<string>
  /** Only for some users or places, of which Gleaner knows nothing. */
  readonly isLimited: boolean
  readonly price: Price | undefined
}

/**
 * A license file of RSL 1.0 (rslstandard.org/rsl): what its `content` elements say about a URL. A use is allowed if a
 * license permits it without a payment and without a token of a license server. A use that no license permits, or only
 * against a payment or a token, is refused, because Gleaner obtains neither.
 */
export const readRsl = (source: string, origin: string): SiteFile => {
  const tags = [...tagsOf(source)]
  if (tags[0]?.name !== "rsl" || tags.at(-1)?.name !== "rsl") {
    return () => [{ from, text: source, fault: "not an RSL document" }]
  }
  const rules: Array<{ readonly pattern: string; readonly statements: ReadonlyArray<Statement> }> = []
  for (let at = 0; at < tags.length && rules.length < maxContents; at++) {
    const tag = tags[at]
    if (tag?.name !== "content" || tag.isClosing) continue
    const end = tag.isEmpty ? at : closingAfter(tags, at)
    if (end < 0) break
    const pattern = patternOf(attribute(tag, "url") ?? "/", origin)
    const licenses = licensesOf(tags.slice(at + 1, end))
    if (pattern !== undefined && licenses.length > 0) {
      const needsToken = attribute(tag, "server") !== undefined
      const text = source.slice(tag.start, tags[end]?.end)
      rules.push({ pattern, statements: [{ from, text, ...statedBy(licenses, needsToken) }] })
    }
    at = end
  }
  return deciding(rules)
}

const from = "rsl"

/** The place of the tag that ends the content at `at`, or -1. */
const closingAfter = (tags: ReadonlyArray<Tag>, at: number): number => {
  for (let end = at + 1; end < tags.length; end++) {
    const tag = tags[end]
    if (tag?.isClosing === true && tag.name === "content") return end
  }
  return -1
}

const licensesOf = (tags: ReadonlyArray<Tag>): ReadonlyArray<License> => {
  const licenses: Array<License> = []
  let open: Array<Tag> = []
  for (const tag of tags) {
    if (tag.name !== "license") open.push(tag)
    else if (tag.isClosing || tag.isEmpty) licenses.push(licenseOf(open))
    if (tag.name === "license") open = []
  }
  return licenses
}

const licenseOf = (tags: ReadonlyArray<Tag>): License => {
  const opened = tags.filter(({ isClosing }) => !isClosing)
  const rules = (name: string) => opened.filter((tag) => tag.name === name)
  const isUsage = (tag: Tag) => (attribute(tag, "type") ?? "usage") === "usage"
  const tokens = (name: string) => rules(name).filter(isUsage).flatMap(({ text }) => text.split(/[\s,]+/))
  return {
    permitted: rules("permits").some(isUsage) ? new Set(tokens("permits")) : undefined,
    prohibited: new Set(tokens("prohibits")),
    isLimited: [...rules("permits"), ...rules("prohibits")].some((tag) => !isUsage(tag)),
    price: priceOf(opened)
  }
}

/** Price of the first payment that costs money: attribution and contributions do not. */
const priceOf = (tags: ReadonlyArray<Tag>): Price | undefined => {
  const at = tags.findIndex((tag) => tag.name === "payment" && !unpaid.has(attribute(tag, "type") ?? "free"))
  if (at < 0) return undefined
  const next = tags.findIndex(({ name }, n) => n > at && name === "payment")
  const amount = tags.slice(at, next < 0 ? undefined : next).find(({ name }) => name === "amount")
  const value = /^\d{1,20}(?:\.\d{1,20})?$/.exec(amount?.text.trim() ?? "")?.[0]
  const currency = amount === undefined ? undefined : attribute(amount, "currency")?.slice(0, 20)
  return { ...(value === undefined ? {} : compact({ amount: value, currency })), scheme: "rsl" }
}

const unpaid: ReadonlySet<string> = new Set(["free", "attribution", "contribution"])

/** RSL 1.0 section 3.4.1, with the names of AIPREF that the guides of RSL use. */
const tokensOf: Readonly<Record<Purpose, ReadonlyArray<string>>> = {
  "search": ["search", "all"],
  "ai-input": ["ai-input", "ai-use", "ai-all", "all"],
  "ai-train": ["ai-train", "train-ai", "ai-all", "all"]
}

/** The licenses of a content are a choice: one that grants a use is enough. */
const statedBy = (licenses: ReadonlyArray<License>, needsToken: boolean): Pick<Statement, "uses" | "price"> => {
  const answerOf = (purpose: Purpose): "yes" | "no" | undefined => {
    const has = (tokens: ReadonlySet<string>) => tokensOf[purpose].some((token) => tokens.has(token))
    // A prohibition wins over a permission.
    const permitting = licenses.filter(({ permitted, prohibited }) =>
      !has(prohibited) && (permitted === undefined || has(permitted))
    )
    const free = permitting.filter(({ price }) => price === undefined)
    if (needsToken || free.length === 0) return "no"
    return free.some(({ isLimited }) => !isLimited) ? "yes" : undefined
  }
  const answers = purposes.map((purpose) => [purpose, answerOf(purpose)] as const)
  return {
    uses: Object.fromEntries(answers.filter(([, answer]) => answer !== undefined)),
    ...compact({ price: priceIn(licenses) })
  }
}
