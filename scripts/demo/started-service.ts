import type { ChildProcess } from "node:child_process"
import { setTimeout } from "node:timers/promises"

export interface Answer {
  readonly status: number
  readonly body: unknown
}

export interface FinishedJob {
  readonly id: string
  readonly status: string
  readonly stats: Readonly<Record<string, number>>
  readonly errors: ReadonlyArray<{ readonly url: string; readonly code: string }>
}

export interface Client {
  readonly url: string
  readonly get: (path: string) => Promise<Answer>
  readonly post: (path: string, body: unknown) => Promise<Answer>
  readonly finished: (id: string) => Promise<FinishedJob>
}

const pollMillis = 100

/** Waits for the start line of `gleaner serve` and speaks to the address it names. */
export const startedService = async (child: ChildProcess, key: string): Promise<Client> => {
  const url = await new Promise<string>((resolve, reject) => {
    let output = ""
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString()
      const match = /listens on (\S+)/.exec(output)?.[1]
      if (match !== undefined) resolve(match)
    })
    child.once("exit", (code) => reject(new Error(`the service ended with ${code}`)))
  })
  const call = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(url + path, {
      ...init,
      headers: { "x-api-key": key, "content-type": "application/json" }
    })
    return { status: response.status, body: await response.json() }
  }
  const get = (path: string) => call(path, {})
  const finished = async (id: string): Promise<FinishedJob> => {
    for (;;) {
      const job = (await get(`/v1/jobs/${id}`)).body as FinishedJob
      if (job.status !== "queued" && job.status !== "running") return job
      await setTimeout(pollMillis)
    }
  }
  return { url, get, post: (path, body) => call(path, { method: "POST", body: JSON.stringify(body) }), finished }
}
