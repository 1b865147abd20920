import type { Connection } from "./connection.ts"
import { isTransientForJob, retryPolicy } from "./retry-policy.ts"

/** Failures in a row that end an iteration. With the delays between them they take more than two minutes. */
const maxFailures = 12

/** Starts the iteration again after a cut, until it ends. Each start continues where the one before was cut. */
export async function* resumed<A>(
  connection: Connection,
  signal: AbortSignal | undefined,
  start: () => AsyncIterable<A>
): AsyncGenerator<A> {
  const policy = retryPolicy(maxFailures, isTransientForJob)
  for (;;) {
    try {
      for await (const item of start()) {
        policy.reset()
        yield item
      }
      return
    } catch (error) {
      await connection.nextTry(policy, error, signal)
    }
  }
}
