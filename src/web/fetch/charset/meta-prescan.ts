/**
 * How far the prescan looks. Browsers look at 1024 bytes and start over when a meta comes later. Looking further once
 * gives the same.
 */
const prescanLength = 65_536
/** Most declarations are in the first bytes. It is tried first, because a copy of the whole length takes longer. */
const usualLength = 2048

/**
 * The encoding label that the head of an HTML document declares: the HTML standard's "prescan a byte stream to
 * determine its encoding", byte for byte, without its mapping of UTF-16. `isKnown` decides whether a label is one of
 * the Encoding standard.
 */
export const prescanMeta = (body: Uint8Array, isKnown: (label: string) => boolean): string | undefined =>
  prescanFirst(body, usualLength, isKnown) ?? prescanFirst(body, prescanLength, isKnown)

const prescanFirst = (
  body: Uint8Array,
  length: number,
  isKnown: (label: string) => boolean
): string | undefined => {
  const scan = new Scanner(Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, length)).toString("latin1"))
  for (; !scan.atEnd; scan.position++) {
    const start = scan.text.indexOf("<", scan.position)
    if (start < 0) return undefined
    scan.position = start
    if (scan.isAt("<!--")) {
      // These two dashes may be the ones that opened the comment.
      scan.skipTo("-->", start + 2, 2)
    } else if (metaStart.test(scan.ahead(6))) {
      scan.position += 5
      const label = declaredBy(scan, isKnown)
      if (label !== undefined) return label
    } else if (tagStart.test(scan.ahead(3))) {
      scan.skipTagName()
      while (scan.attribute() !== undefined);
    } else if (/^<[!/?]/.test(scan.ahead(2))) {
      scan.skipTo(">", start, 0)
    }
  }
  return undefined
}

const metaStart = /^<meta[\t\n\f\r /]/i
const tagStart = /^<\/?[a-z]/i

const declaredBy = (scan: Scanner, isKnown: (label: string) => boolean): string | undefined => {
  const seen = new Set<string>()
  let gotPragma = false
  let needPragma: boolean | undefined
  let charset: string | undefined
  for (let attribute = scan.attribute(); attribute !== undefined; attribute = scan.attribute()) {
    const { name, value } = attribute
    if (seen.has(name)) continue
    seen.add(name)
    if (name === "http-equiv") {
      gotPragma = value === "content-type"
    } else if (name === "content" && charset === undefined) {
      const label = charsetInContent(value)
      if (label === undefined || !isKnown(label)) continue
      charset = label
      needPragma = true
    } else if (name === "charset") {
      charset = value
      needPragma = false
    }
  }
  // Bytes that end within the tag declare nothing.
  if (scan.atEnd || charset === undefined || (needPragma === true && !gotPragma)) return undefined
  return isKnown(charset) ? charset : undefined
}

/** "Extracting a character encoding from a meta element". Undefined if there is none. */
const charsetInContent = (content: string): string | undefined => {
  const match = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^"'\t\n\f\r ;][^\t\n\f\r ;]*))/i.exec(content)
  return match?.[1] ?? match?.[2] ?? match?.[3]
}

interface Attribute {
  readonly name: string
  readonly value: string
}

/** The position of the prescan in the document. One character is one byte. */
class Scanner {
  readonly text: string
  position = 0

  constructor(text: string) {
    this.text = text
  }

  get atEnd(): boolean {
    return this.position >= this.text.length
  }

  ahead(length: number): string {
    return this.text.slice(this.position, this.position + length)
  }

  isAt(prefix: string): boolean {
    return this.text.startsWith(prefix, this.position)
  }

  /** Moves `offset` characters into the next `mark`, or to the end. */
  skipTo(mark: string, from: number, offset: number): void {
    const found = this.text.indexOf(mark, from)
    this.position = found < 0 ? this.text.length : found + offset
  }

  skipTagName(): void {
    this.skipWhile((char) => !isSpace(char) && char !== ">")
  }

  /** The standard's "get an attribute"; names and values in lower case. */
  attribute(): Attribute | undefined {
    this.skipWhile((char) => isSpace(char) || char === "/")
    if (this.atEnd || this.text[this.position] === ">") return undefined
    const name = this.name()
    this.skipWhile(isSpace)
    if (this.text[this.position] !== "=") return { name, value: "" }
    this.position++
    this.skipWhile(isSpace)
    return { name, value: this.value() }
  }

  private name(): string {
    const from = this.position
    // An equals sign at the start is part of the name.
    if (this.text[this.position] === "=") this.position++
    this.skipWhile((char) => char !== "=" && !isSpace(char) && char !== "/" && char !== ">")
    return this.text.slice(from, this.position).toLowerCase()
  }

  private value(): string {
    const quote = this.text[this.position]
    if (quote === "\"" || quote === "'") {
      const from = this.position + 1
      const end = this.text.indexOf(quote, from)
      this.position = end < 0 ? this.text.length : end + 1
      return end < 0 ? "" : this.text.slice(from, end).toLowerCase()
    }
    const from = this.position
    this.skipWhile((char) => !isSpace(char) && char !== ">")
    return this.text.slice(from, this.position).toLowerCase()
  }

  private skipWhile(test: (char: string) => boolean): void {
    while (this.position < this.text.length && test(this.text.charAt(this.position))) this.position++
  }
}

const isSpace = (char: string): boolean =>
  char === " " || char === "\n" || char === "\t" || char === "\r" || char === "\f"
