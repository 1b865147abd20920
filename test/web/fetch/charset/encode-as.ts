/** Text as bytes of an encoding that Node can read and not write: its decoder, turned round. */
export const encodeAs = (text: string, encoding: string): Uint8Array => {
  const table = tableOf(encoding)
  const bytes: Array<number> = []
  for (const character of text) {
    const found = table.get(character)
    if (found === undefined) throw new Error(`${encoding} has no ${character}`)
    bytes.push(...found)
  }
  return Uint8Array.from(bytes)
}

const tables = new Map<string, ReadonlyMap<string, ReadonlyArray<number>>>()

const tableOf = (encoding: string): ReadonlyMap<string, ReadonlyArray<number>> => {
  const known = tables.get(encoding)
  if (known !== undefined) return known
  const table = new Map<string, ReadonlyArray<number>>()
  const decoder = new TextDecoder(encoding)
  const add = (...bytes: ReadonlyArray<number>) => {
    const text = decoder.decode(Uint8Array.from(bytes))
    if ([...text].length === 1 && text !== "\uFFFD" && !table.has(text)) table.set(text, bytes)
  }
  for (let first = 0; first < 256; first++) add(first)
  if (wide.has(encoding)) {
    for (let first = 0x81; first < 0xFF; first++) for (let second = 0x40; second < 0xFF; second++) add(first, second)
  }
  tables.set(encoding, table)
  return table
}

const wide: ReadonlySet<string> = new Set(["gb18030", "gbk", "big5", "shift_jis", "euc-jp", "euc-kr"])
