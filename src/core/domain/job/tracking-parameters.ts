/**
 * Query parameters that identify the source of a visit and do not affect the page: campaign names and click
 * identifiers. Brave and Firefox remove the same ones.
 */
const prefixes: ReadonlyArray<string> = ["utm_"]

const names: ReadonlySet<string> = new Set([
  // Advertising networks' click identifiers.
  "dclid",
  "gbraid",
  "gclid",
  "gclsrc",
  "wbraid",
  "fbclid",
  "msclkid",
  "twclid",
  "ttclid",
  "li_fat_id",
  "igshid",
  "rdt_cid",
  "epik",
  "yclid",
  "ysclid",
  "srsltid",
  "wickedid",
  "rb_clickid",
  // Newsletters' reader identifiers.
  "mc_cid",
  "mc_eid",
  "mkt_tok",
  "oly_anon_id",
  "oly_enc_id",
  "vero_id",
  "_hsenc",
  "_hsmi",
  // Analytics across domains.
  "__hssc",
  "__hstc",
  "__hsfp",
  "_ga",
  "_gl",
  "_openstat"
])

/** Removes tracking parameters from a serialised URL. The others are not changed or reordered. */
export const withoutTracking = (href: string): string => {
  const start = href.indexOf("?") + 1
  if (start === 0) return href
  const parameters = href.slice(start).split("&")
  const kept = parameters.filter((parameter) => !isTracking(parameter.split("=", 1)[0] ?? ""))
  if (kept.length === parameters.length) return href
  return kept.length === 0 ? href.slice(0, start - 1) : href.slice(0, start) + kept.join("&")
}

const isTracking = (name: string): boolean => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix))
