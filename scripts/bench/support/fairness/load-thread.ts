import { parentPort, workerData } from "node:worker_threads"
import { clientOf } from "./load.ts"
import { loads } from "./loads.ts"

/** A load of key `a` in a thread of its own, so that reading its answers does not delay those of key `b`. */
const { hosts, id, prepared, service } = workerData as {
  readonly hosts: ReadonlyArray<string>
  readonly id: string
  readonly prepared: string
  readonly service: string
}

const answered = new Map<number, number>()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.on("message", () => parentPort?.postMessage(Object.fromEntries(answered)))
loads.find((load) => load.id === id)?.run({
  client: clientOf(service),
  hostAt: (index) => hosts[index % hosts.length] ?? "",
  prepared,
  stopped: new AbortController().signal,
  answered
})
