import { httpUrl } from "../../core/domain/WebUrl.ts"
import { contentSignal, contentUsage, licenseLinks, miningReservation, robotsTag } from "./read-values.ts"
import type { Statement } from "./Statement.ts"

/**
 * The statements of the header fields of a page. A field that does not parse is ignored whole. `agent`: our product token
 * in lower case.
 */
export const headerStatements = (
  headers: Readonly<Record<string, string>>,
  url: URL,
  agent: string
): ReadonlyArray<Statement> =>
  fields.flatMap((name) => {
    const text = headers[name]
    const said = text === undefined ? [] : readers[name](text.replaceAll("\n", ", "), url, agent)
    return said.map((statement) => ({ from: name, text: text ?? "", ...statement }))
  })

type Said = Omit<Statement, "from" | "text">

const fields = ["content-signal", "content-usage", "robots-tag", "link", "tdm-reservation", "tdm-policy"] as const

const readers: Readonly<
  Record<(typeof fields)[number], (value: string, url: URL, agent: string) => ReadonlyArray<Said>>
> = {
  "content-signal": (value) => some(contentSignal(value)),
  "content-usage": (value) => some(contentUsage(value) ?? {}),
  "robots-tag": (value, _, agent) => {
    const directives = robotsTag(value, agent) ?? []
    return directives.length === 0 ? [] : [{ directives }]
  },
  "link": (value, url) => licenseLinks(value, url).map((license) => ({ license })),
  "tdm-reservation": (value) => {
    const reserved = miningReservation(value)
    return reserved === undefined ? [] : [{ tdm: { reserved } }]
  },
  "tdm-policy": (value, url) => {
    const policy = httpUrl(value.trim(), url.href)?.href
    return policy === undefined ? [] : [{ tdm: { policy } }]
  }
}

const some = (said: Said): ReadonlyArray<Said> => Object.keys(said).length === 0 ? [] : [said]
