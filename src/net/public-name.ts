import { parse } from "tldts"

/**
 * Whether a name can be one of the public DNS: it is a registrable domain of the public suffix list, or lies under one.
 * `localhost`, `metadata.google.internal` and `printer` are none.
 */
export const isPublicName = (host: string): boolean => {
  const { domain, isIcann, isPrivate } = parse(host.replace(/\.$/, ""), { allowPrivateDomains: true })
  return domain !== null && (isIcann === true || isPrivate === true)
}
