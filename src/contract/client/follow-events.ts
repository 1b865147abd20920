import { createParser, type EventSourceMessage } from "eventsource-parser"
import type { CallOptions, Connection } from "./connection.ts"
import { networkError, parsedPart } from "./GleanerError.ts"
import { resumed } from "./resumed.ts"
import type { JobEvent } from "./wire.ts"

export interface EventsOptions extends CallOptions {
  /** The id of an event: only later ones come. Default: from the first event on. */
  readonly lastEventId?: string | undefined
}

/** The id of the last event. */
const end = "end"
/** Milliseconds. The stream of a job without events still has a comment every few seconds. */
const maxSilence = 90_000

/** The events of a job to its end. After a cut the iteration resumes behind the last event that it gave. */
export const followEvents = (
  connection: Connection,
  id: string,
  { lastEventId, signal: own }: EventsOptions
): AsyncGenerator<JobEvent> => {
  const signal = connection.signal(own)
  let last = lastEventId
  return resumed(connection, signal, async function*() {
    const response = await connection.request(`/v1/jobs/${encodeURIComponent(id)}/events`, {
      signal,
      tries: 1,
      headers: { accept: "text/event-stream", ...(last === undefined ? {} : { "last-event-id": last }) }
    })
    if (response.status === 204) return
    for await (const message of messages(connection.bytes(response, signal, maxSilence))) {
      const event = eventOf(message)
      last = message.id ?? last
      yield event
      if (last === end) return
    }
    // An answer without the last event: the service stops, or the job was deleted.
    throw networkError(new Error("the events ended before the job"))
  })
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
  ({ ...(id === undefined ? {} : { id }), event, data: parsedPart(data) }) as JobEvent // as the service sends it
