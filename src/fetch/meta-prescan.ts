/** How far the prescan looks; browsers take 1024 bytes, pages put their meta further down, and reading on costs nothing. */
const prescanLength = 8192

/** The label that a meta element declares, by the HTML standard's "prescan a byte stream to determine its encoding". */
export const prescanMeta = (body: Uint8Array): string | undefined => {
  const head = new TextDecoder("latin1").decode(body.subarray(0, prescanLength))
  const tag = /<!--[\s\S]*?-->|<meta[\s/]((?:[^>"']|"[^"]*"|'[^']*')*)>|<[a-z/!?](?:[^>"']|"[^"]*"|'[^']*')*>/gi
  for (const [, attributes] of head.matchAll(tag)) {
    const label = attributes === undefined ? undefined : labelOf(attributes)
    if (label !== undefined) return label
  }
  return undefined
}

const labelOf = (attributes: string): string | undefined => {
  const found = new Map<string, string>()
  for (
    const [, name = "", double, single, bare] of attributes.matchAll(
      /([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/g
    )
  ) {
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), double ?? single ?? bare ?? "")
  }
  const charset = found.get("charset")
  if (charset !== undefined) return charset.trim()
  if (found.get("http-equiv")?.toLowerCase() !== "content-type") return undefined
  return /charset\s*=\s*["']?\s*([^\s"';]+)/i.exec(found.get("content") ?? "")?.[1]
}
