import { createParser, type EventSourceMessage } from "eventsource-parser"
import { type CallOptions, type Connection, isPassingCut } from "./connection.ts"
import { resumeTries } from "./follow-documents.ts"
import { networkError, parsedPart } from "./GleanerError.ts"
import { timeout } from "./patience.ts"
import type { JobEvent } from "./wire.ts"

export interface EventsOptions extends CallOptions {
  /** The id of the last event that you have seen. The events after it come. */
  readonly lastEventId?: string | undefined
}

/** The id of the last event. */
const end = "end"
/** Milliseconds. A job without news still has a comment every few seconds. */
const maxSilence = 90_000

/** The events of a job to its end. After a cut the iteration goes on behind the last event that it gave. */
export async function* followEvents(
  connection: Connection,
  id: string,
  { lastEventId, signal: own }: EventsOptions
): AsyncGenerator<JobEvent> {
  const signal = connection.signal(own)
  const resumed = timeout(resumeTries, isPassingCut, signal)
  let last = lastEventId
  for (;;) {
    try {
      const response = await connection.ask(`/v1/jobs/${encodeURIComponent(id)}/events`, {
        ...(signal === undefined ? {} : { signal }),
        tries: 1,
        headers: { accept: "text/event-stream", ...(last === undefined ? {} : { "last-event-id": last }) }
      })
      if (response.status === 204) return
      for await (const message of messages(connection.bytes(response, signal, maxSilence))) {
        const news = eventOf(message)
        if (message.id !== undefined) last = message.id
        resumed.reset()
        yield news
        if (last === end) return
      }
      // The answer ends before the last event when the service stops, or when the job is deleted.
      throw networkError(new Error("the events ended before the job"))
    } catch (error) {
      await resumed.after(error)
    }
  }
}

async function* messages(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const decoder = new TextDecoder()
  let ready: Array<EventSourceMessage> = []
  const parser = createParser({ onEvent: (message) => ready.push(message) })
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    const now = ready
    ready = []
    yield* now
  }
}

const eventOf = ({ data, event, id }: EventSourceMessage): JobEvent =>
  ({ ...(id === undefined ? {} : { id }), event, data: parsedPart(data) }) as JobEvent // the service's own
