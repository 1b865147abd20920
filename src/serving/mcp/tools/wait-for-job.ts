import { Schema } from "effect"
import type { Job } from "../../../contract/client/index.ts"
import type { Call } from "../shared/Tool.ts"

/** Seconds. Most clients give up a call after a minute. */
const defaultWait = 45
const maxWait = 600

export const waitSeconds = (isDefault: boolean) =>
  Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxWait })).annotate({
      description: isDefault ? `Default ${defaultWait}.` : "Wait for the end. Default 0."
    })
  )

/** The job at its end, or after the time that its caller waits. Sends a notification where more URLs are done. */
export const waitForJob = async (
  id: string,
  { client, notify, signal }: Call,
  seconds: number = defaultWait
): Promise<Job> => {
  const timeout = AbortSignal.timeout(seconds * 1000)
  let done = (await client.jobs.ledger(id, { limit: 1, signal })).total
  let notified = -1
  const events = client.events(id, {
    signal: AbortSignal.any([signal, timeout]),
    ...(done === 0 ? {} : { lastEventId: String(done) })
  })
  try {
    for await (const { data, event } of events) {
      if (event === "page") done++
      if (event !== "stats" || done === notified) continue
      notified = done
      await notify({
        progress: done,
        message: `${data.stored} pages stored, ${data.failed} failed, ${data.pending} pending`
      })
    }
  } catch (error) {
    if (signal.aborted || !timeout.aborted) throw error
  }
  return client.jobs.get(id, { signal })
}
