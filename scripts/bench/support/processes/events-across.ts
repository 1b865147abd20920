import type { ServiceProcess } from "./service-process.ts"

/**
 * Reads a job's events, so many rows from each node, and goes on at the next one where it was. Gives the ids of all
 * rows.
 */
export const eventsAcross = async (
  nodes: ReadonlyArray<ServiceProcess>,
  id: string,
  rowsEach: number
): Promise<{ readonly ids: ReadonlyArray<number>; readonly moves: number }> => {
  const ids: Array<number> = []
  let moves = 0
  let last: string | undefined
  for (;; moves++) {
    const node = nodes[moves % nodes.length]
    const isOver = node === undefined || await readSome(node, id, last, rowsEach, (event) => {
      last = event
      if (event !== "end") ids.push(Number(event))
    })
    if (isOver) return { ids, moves }
  }
}

/** Whether the stream is over. */
const readSome = async (
  node: ServiceProcess,
  id: string,
  after: string | undefined,
  rows: number,
  onId: (id: string) => void
): Promise<boolean> => {
  const response = await node.events(id, after).catch(() => undefined)
  if (response?.status === 204) return true
  if (response?.body === null || response?.status !== 200) return false
  let text = ""
  let read = 0
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
    if (done || value === undefined) return false
    text += value
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const event = /^id: (.+)$/m.exec(text.slice(0, end))?.[1]
      text = text.slice(end + 2)
      if (event === undefined) continue
      onId(event)
      if (event === "end" || ++read >= rows) {
        await reader.cancel().catch(() => {})
        return event === "end"
      }
    }
  }
}
