import * as zlib from "node:zlib"

/**
 * Whether the contents of a PDF may draw text that is not seen: invisible, white or transparent. Only then all that is
 * drawn is read, which takes longer than reading the text.
 */
export const mayHide = (body: Uint8Array): boolean => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (bytes.includes("/Encrypt") || clear.test(bytes.toString("latin1", 0, maxPlain))) return true
  let left = maxInflated
  for (let at = bytes.indexOf("stream"); at >= 0 && left > 0; at = bytes.indexOf("stream", at + 6)) {
    const isEnd = at >= 3 && bytes.toString("latin1", at - 3, at) === "end"
    const dictionary = isEnd ? "" : bytes.toString("latin1", Math.max(0, at - 400), at).split(/\bobj\b/).at(-1) ?? ""
    if (isEnd || /\/Image|\/Length1|\/FontFile|\/XRef|\/Metadata|\/FunctionType/.test(dictionary)) continue
    const start = at + (bytes[at + 6] === 0x0D ? 8 : 7)
    const end = bytes.indexOf("endstream", start)
    const data = bytes.subarray(start, end < 0 ? bytes.length : end)
    const text = /\/FlateDecode|\/Fl\b/.test(dictionary) ? inflated(data, left) : data.toString("latin1")
    if (text === undefined || /\/(?:LZWDecode|ASCII85Decode|ASCIIHexDecode|RunLengthDecode)/.test(dictionary)) {
      return true
    }
    left -= text.length
    if (invisible.test(text) || clear.test(text) || text.includes("BT") && white.test(text)) return true
    at = end < 0 ? bytes.length : end + 3
  }
  return left <= 0
}

/** Operators of PDF (ISO 32000-2, 9.3.6 and 8.6.8), and the opacity of a graphics state. */
const invisible = /(?:^|\s)3\s+Tr(?:\s|$)/
const white =
  /(?:^|\s)(?:(?:1|1?\.9\d*|0\.9\d*|1\.0*)\s+(?:g|scn?)|(?:(?:1|0?\.9\d*|1\.0*)\s+){3}(?:rg|scn?)|(?:0(?:\.0\d*)?\s+){4}(?:k|scn?))(?:\s|$)/
const clear = /\/ca\s+(?:0?\.0|0(?![.\d]))/

const maxPlain = 1_000_000
/** Max bytes that are inflated. Of a larger file, all pages are read. */
const maxInflated = 50_000_000

const inflated = (data: Buffer, left: number): string | undefined => {
  try {
    const options = { finishFlush: zlib.constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(1, left) }
    return zlib.inflateSync(data, options).toString("latin1")
  } catch {
    return undefined
  }
}
