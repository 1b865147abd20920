import { httpUrl } from "../../../core/domain/WebUrl.ts"
import { miningReservation } from "../../../web/rights/read-values.ts"
import type { Statement } from "../../../web/rights/Statement.ts"
import type { PageElement } from "../../dom/node.ts"
import type { MetaTags } from "./meta-tags.ts"

/** The statements of a page's own elements about its use: licenses, and reservations of text and data mining. */
export const pageStatements = (
  meta: MetaTags,
  links: ReadonlyArray<PageElement>,
  base: URL
): ReadonlyArray<Statement> => {
  const licenses = links.flatMap((link): ReadonlyArray<Statement> => {
    const rel = (link.attr("rel") ?? "").toLowerCase().split(/\s+/)
    const url = rel.includes("license") ? httpUrl(link.attr("href") ?? "", base.href)?.href : undefined
    return url === undefined ? [] : [{ from: "link license", text: link.attr("href") ?? "", license: url }]
  })
  const reservations = meta.all("tdm-reservation").flatMap((text): ReadonlyArray<Statement> => {
    const reserved = miningReservation(text)
    return reserved === undefined ? [] : [{ from: "meta tdm-reservation", text, tdm: { reserved } }]
  })
  const policies = meta.all("tdm-policy").flatMap((text): ReadonlyArray<Statement> => {
    const policy = httpUrl(text, base.href)?.href
    return policy === undefined ? [] : [{ from: "meta tdm-policy", text, tdm: { policy } }]
  })
  return [...licenses.slice(0, maxLicenses), ...reservations, ...policies]
}

const maxLicenses = 10
