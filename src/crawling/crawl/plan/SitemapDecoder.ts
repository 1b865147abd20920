import { decodeText } from "../../../web/fetch/charset/charset.ts"

/** The first bytes of a sitemap, and how its site declares it. */
export interface SitemapStart {
  readonly start: Uint8Array
  readonly charset: string | undefined
  readonly mediaType: string
}

/** Decodes the text of a sitemap in parts, and buffers only what the next entries may need. */
export class SitemapDecoder {
  /** Characters consumed so far. */
  at = 0
  private readonly decoder: TextDecoder
  private text = ""
  private isWhole = false
  /** Characters to have before the next part is read. */
  private wanted = partLength
  /** Characters that an earlier reader has consumed. */
  private skipped: number

  constructor({ charset, mediaType, start }: SitemapStart, skipped: number) {
    const whole = start.subarray(0, characterStart(start, start.length))
    this.decoder = new TextDecoder(decodeText(whole, charset, mediaType).encoding)
    this.skipped = skipped
  }

  /** Whether more of the file is needed before `next`. */
  get needsBytes(): boolean {
    return !this.isWhole && this.text.length < this.wanted
  }

  get isDone(): boolean {
    return this.isWhole && this.text === ""
  }

  /** The next bytes of the file. Undefined at its end. */
  add(bytes: Uint8Array | undefined): void {
    this.isWhole = bytes === undefined
    const more = this.decoder.decode(bytes, { stream: bytes !== undefined })
    const skipped = Math.min(this.skipped, more.length)
    this.skipped -= skipped
    this.at += skipped
    this.text += more.slice(skipped)
  }

  /** The text after the part that was consumed. */
  next(): { readonly text: string; readonly isLast: boolean } {
    return { text: this.text, isLast: this.isWhole }
  }

  /** Skips an entry that does not end within `maxEntryLength`. */
  consumed(length: number): void {
    const isStuck = length === 0 && (this.isWhole || this.text.length >= maxEntryLength)
    const gone = isStuck ? this.text.length : length
    this.at += gone
    this.text = this.text.slice(gone)
    this.wanted = length === 0 ? this.text.length + partLength : partLength
  }
}

/** In characters: a few hundred entries. */
const partLength = 64 * 1024
/** In characters. An entry may name a thousand pictures. */
const maxEntryLength = 512 * 1024

/** The last position up to `index` that does not cut a UTF-8 character. */
const characterStart = (bytes: Uint8Array, index: number): number => {
  let start = Math.min(index, bytes.length)
  while (start < bytes.length && start > index - 4 && ((bytes[start] ?? 0) & 0xC0) === 0x80) start--
  return start
}
