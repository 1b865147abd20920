import { type Item, parseDictionary, parseList, Token } from "structured-headers"
import type { ContentUse } from "../../core/domain/document/Rights.ts"
import type { Purpose } from "../../core/domain/document/Signals.ts"
import { contentUses } from "../../core/domain/names/page-uses.ts"
import { purposes } from "../../core/domain/names/page-uses.ts"
import { httpUrl } from "../../core/domain/WebUrl.ts"
import type { Statement } from "./Statement.ts"

/** Max characters of a value that are read. A longer structured field is ignored whole. */
const maxLength = 4000

type Stated = Pick<Statement, "uses" | "contentUse">

/** `search=yes, ai-train=no, use=reference` (contentsignals.org). Unknown members are ignored. */
export const contentSignal = (value: string): Stated => {
  const uses: { [P in Purpose]?: "yes" | "no" } = {}
  let contentUse: ContentUse | undefined
  for (const part of value.slice(0, maxLength).toLowerCase().split(",")) {
    const [name = "", answer = ""] = part.split("=", 2).map((side) => side.trim())
    if (name === "use") {
      const use = contentUses.find((known) => known === answer)
      if (use !== undefined && (contentUse === undefined || order(use) < order(contentUse))) contentUse = use
    }
    const purpose = purposes.find((known) => known === name)
    const given = answers[answer]
    // Of two answers in one list, the stricter one counts.
    if (purpose !== undefined && given !== undefined && uses[purpose] !== "no") uses[purpose] = given
  }
  return {
    ...(Object.keys(uses).length === 0 ? {} : { uses }),
    ...(contentUse === undefined ? {} : { contentUse })
  }
}

const order = (use: ContentUse): number => contentUses.indexOf(use)

const answers: Readonly<Record<string, "yes" | "no" | undefined>> = { yes: "yes", y: "yes", no: "no", n: "no" }

/**
 * `train-ai=n, search=y`: a dictionary of RFC 9651 (draft-ietf-aipref-attach, draft-ietf-aipref-vocab). Undefined if it
 * does not parse: then the whole field is ignored (RFC 9651 section 4.2).
 */
export const contentUsage = (value: string): Stated | undefined => {
  const members = value.length > maxLength ? undefined : parsed(() => parseDictionary(value))
  if (members === undefined) return undefined
  const uses: { [P in Purpose]?: "yes" | "no" } = {}
  for (const [name, [answer]] of members) {
    const purpose = vocabulary[name]
    const given = answer instanceof Token ? answers[answer.toString()] : undefined
    // Two categories are one use here: the stricter one counts.
    if (purpose !== undefined && given !== undefined && uses[purpose] !== "no") uses[purpose] = given
  }
  return Object.keys(uses).length === 0 ? {} : { uses }
}

/** The fault of a field that is ignored. */
export const noDictionary = "not a dictionary of RFC 9651"

/** Names of the drafts of AIPREF, and those of contentsignals.org. */
const vocabulary: Readonly<Record<string, Purpose | undefined>> = {
  "search": "search",
  "ai-use": "ai-input",
  "ai-input": "ai-input",
  "train-ai": "ai-train",
  "train-genai": "ai-train",
  "ai-train": "ai-train"
}

/** `noindex, noai`: a list of RFC 9651, whose members are directives. Undefined if it does not parse. */
export const robotsTag = (value: string, agent: string): ReadonlyArray<string> | undefined => {
  const members = value.length > maxLength ? undefined : parsed(() => parseList(value))
  return members?.flatMap(([member, parameters]) => {
    const robot = parameters.get("user-agent") ?? parameters.get("ua")
    const isForUs = robot === undefined || String(robot).toLowerCase() === agent || String(robot) === "*"
    if (!isForUs) return []
    // An inner list begins with the robot that the others are for.
    const items = Array.isArray(member) ? member : [[member, parameters] as Item]
    return items.flatMap(([item]) =>
      item instanceof Token || typeof item === "string" ? [String(item).toLowerCase()] : []
    )
  })
}

const parsed = <A>(parse: () => A): A | undefined => {
  try {
    return parse()
  } catch {
    return undefined
  }
}

/** The targets of `Link` header fields with the relation `license` (RFC 8288, RFC 4946), absolute. */
export const licenseLinks = (field: string, base: URL): ReadonlyArray<string> =>
  field.slice(0, 10 * maxLength).split(/,(?=\s*<)/).flatMap((link) => {
    const end = link.indexOf(">")
    const start = link.indexOf("<")
    if (start < 0 || end < start) return []
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(link.slice(end + 1))
    const isLicense = `${rel?.[1] ?? ""} ${rel?.[2] ?? ""}`.toLowerCase().split(/\s+/).includes("license")
    return isLicense ? httpUrl(link.slice(start + 1, end), base.href)?.href ?? [] : []
  })

/** `1` reserves text and data mining, `0` does not (TDM Reservation Protocol). */
export const miningReservation = (value: string): boolean | undefined =>
  value.trim() === "1" ? true : value.trim() === "0" ? false : undefined
