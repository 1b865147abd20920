import { PgClient } from "@effect/sql-pg"
import { Cause, Effect, Redacted } from "effect"
import { type MessagePort, parentPort } from "node:worker_threads"

export interface SqlRequest {
  readonly url: string
  readonly commands: ReadonlyArray<string>
  readonly port: MessagePort
  /** Becomes 1 when the answer has been sent. */
  readonly done: Int32Array
}

export interface SqlAnswer {
  readonly rows?: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly error?: string
}

// Runs SQL for a thread that waits for it.
parentPort?.on("message", async ({ commands, done, port, url }: SqlRequest) => {
  const answer = await Effect.gen(function*() {
    const client = yield* PgClient.PgClient
    let rows: SqlAnswer["rows"] = []
    // A prepared statement has one command. The body of a function is part of its command.
    const single = commands.flatMap((text) => text.includes("$$") ? [text] : text.split(/;\s+(?=[A-Z])/))
    for (const command of single) {
      rows = yield* client.unsafe<NonNullable<SqlAnswer["rows"]>[number]>(command)
    }
    return { rows }
  }).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })),
    Effect.catchCause((cause) => Effect.succeed({ error: Cause.pretty(cause) })),
    Effect.runPromise
  ) satisfies SqlAnswer
  port.postMessage(answer)
  Atomics.store(done, 0, 1)
  Atomics.notify(done, 0)
})
