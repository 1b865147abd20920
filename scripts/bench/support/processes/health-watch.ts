import { parentPort, workerData } from "node:worker_threads"

/**
 * Polls /healthz of the service at `workerData` every 50 ms until it gets a message; then reports how many milliseconds
 * each took.
 */
const taken: Array<number> = []
const state = { isOver: false }
parentPort?.once("message", () => (state.isOver = true))

while (!state.isOver) {
  const started = performance.now()
  const isWell = await fetch(`${String(workerData)}/healthz`).then(
    async (response) => response.ok && (await response.text()) !== "",
    () => false
  )
  taken.push(isWell ? performance.now() - started : Number.POSITIVE_INFINITY)
  await new Promise((resolve) => setTimeout(resolve, 50))
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage(taken)
