/** The lines of a body, without their ends. Each chunk is searched once, however long a line is. */
export async function* lines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let begun: Array<string> = []
  for await (const chunk of chunks) {
    const parts = decoder.decode(chunk, { stream: true }).split("\n")
    const rest = parts.pop() ?? ""
    for (const part of parts) {
      begun.push(part)
      yield begun.join("")
      begun = []
    }
    if (rest !== "") begun.push(rest)
  }
  const last = begun.join("") + decoder.decode()
  if (last !== "") yield last
}
