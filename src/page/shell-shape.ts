import { createHash } from "node:crypto"

/**
 * The shape of a small page: its elements in their order, its text, and roughly how much script and data is in it. Two
 * pages of one shape differ only in attributes, titles and data, so both are shells or neither is. Undefined for a page
 * that is too large for a shell. One pass over the bytes.
 */
export const shapeOf = (body: Uint8Array): string | undefined => {
  if (body.byteLength > maxShell) return undefined
  const html = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1")
  const lower = html.toLowerCase()
  const hash = createHash("sha256")
  for (let at = 0; at < html.length;) {
    const open = html.indexOf("<", at)
    const text = html.slice(at, open < 0 ? undefined : open).trim()
    if (text !== "") hash.update(`"${text}"`)
    if (open < 0) break
    const end = endOf(lower, lower.startsWith("<!--", open) ? "-->" : ">", open)
    const name = /^<\/?[a-z][a-z0-9-]{0,40}/.exec(lower.slice(open, open + 50))?.[0] ?? ""
    hash.update(name)
    at = end
    if (!unread.has(name)) continue
    at = lower.indexOf(`</${name.slice(1)}`, end)
    if (at < 0) at = html.length
    // A page that carries its text as data has more of it than a shell.
    hash.update(String(Math.round(Math.log2(at - end + evenLength))))
  }
  return hash.digest("hex")
}

/** Bytes. */
export const maxShell = 64 * 1024

/** Elements whose content is not text of the page. */
const unread: ReadonlySet<string> = new Set(["<script", "<style", "<title"])

/** Lengths are alike if they differ by less than half or by less than this. */
const evenLength = 512

const endOf = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from)
  return at < 0 ? text.length : at + mark.length
}
