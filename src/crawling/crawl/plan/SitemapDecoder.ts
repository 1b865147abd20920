import { decodeText } from "../../../web/fetch/charset/charset.ts"

export interface SitemapBytes {
  readonly body: Uint8Array
  readonly charset: string | undefined
  readonly mediaType: string
}

/** Decodes the text of a sitemap in parts, and buffers only what the next entries may need. */
export class SitemapDecoder {
  private readonly file: SitemapBytes
  private readonly decoder: TextDecoder
  private text = ""
  /** Bytes decoded so far. */
  private at = 0
  private wantsMore = true

  constructor(file: SitemapBytes) {
    this.file = file
    const start = file.body.subarray(0, characterStart(file.body, partLength))
    this.decoder = new TextDecoder(decodeText(start, file.charset, file.mediaType).encoding)
  }

  get isDone(): boolean {
    return this.isWhole && this.text === ""
  }

  /** The text after the part that was consumed. */
  next(): { readonly text: string; readonly isLast: boolean } {
    if (this.wantsMore) {
      const end = Math.min(this.at + partLength, this.file.body.length)
      this.text += this.decoder.decode(this.file.body.subarray(this.at, end), { stream: end < this.file.body.length })
      this.at = end
    }
    return { text: this.text, isLast: this.isWhole }
  }

  /** Skips an entry that does not end within `maxEntryLength`. */
  consumed(length: number): void {
    const isStuck = length === 0 && (this.isWhole || this.text.length >= maxEntryLength)
    this.text = this.text.slice(isStuck ? this.text.length : length)
    this.wantsMore = length === 0 || this.text.length < partLength
  }

  private get isWhole(): boolean {
    return this.at >= this.file.body.length
  }
}

/** In bytes: a few hundred entries. */
const partLength = 64 * 1024
/** In characters. An entry may name a thousand pictures. */
const maxEntryLength = 512 * 1024

/** The last position up to `index` that does not cut a UTF-8 character. */
const characterStart = (bytes: Uint8Array, index: number): number => {
  let start = Math.min(index, bytes.length)
  while (start < bytes.length && start > index - 4 && ((bytes[start] ?? 0) & 0xC0) === 0x80) start--
  return start
}
