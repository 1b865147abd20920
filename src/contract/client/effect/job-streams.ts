import { Schema, Struct } from "effect"
import type { HttpClient } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Document } from "../../../core/domain/document/Document.ts"
import { JobEvent } from "../../../core/domain/job/JobEvent.ts"
import { LedgerRow, type PageChange, type PageOutcome } from "../../../core/domain/job/LedgerRow.ts"
import { Api } from "../../api/Api.ts"
import { DocumentsCursor } from "../../api/Paging.ts"
import { followDocuments, type StoredOptions } from "../follow-documents.ts"
import { followEvents } from "../follow-events.ts"
import { followLedger } from "../follow-ledger.ts"
import { followJob } from "./follow-job.ts"

export interface StreamStart {
  /** A `next_cursor` of the list. Default: from the first document on. */
  readonly after?: number
}

const decodeDocuments = HttpApiClient.decodeResponse(Api, { group: "jobs", endpoint: "documents" })
const decodeLedger = HttpApiClient.decodeResponse(Api, { group: "jobs", endpoint: "ledger" })
const decodeEvents = HttpApiClient.decodeResponse(Api, { group: "jobs", endpoint: "events" })

const cursorOf = Schema.encodeSync(DocumentsCursor)

export const documentsOf = (client: HttpClient.HttpClient) =>
<F extends keyof Document>(
  id: string,
  { after, fields, ...passages }: StreamStart & StoredOptions & { readonly fields?: ReadonlyArray<F> } = {}
) => {
  const document = fields === undefined ? Document : Document.mapFields(Struct.pick([...fields, "repeats"]))
  const from = after === undefined ? undefined : cursorOf(after)
  return followJob(
    client,
    decodeDocuments,
    document as Schema.Codec<Pick<Document, F>>,
    (connection, signal) => followDocuments(connection, id, { ...passages, after: from, fields, signal })
  )
}

export const ledgerOf = (client: HttpClient.HttpClient) =>
(
  id: string,
  filter: { readonly outcome?: PageOutcome; readonly change?: PageChange } = {}
) =>
  followJob(
    client,
    decodeLedger,
    LedgerRow,
    (connection, signal) => followLedger(connection, id, { ...filter, signal })
  )

export const eventsOf = (client: HttpClient.HttpClient) => (id: string, lastEventId?: string) =>
  followJob(
    client,
    decodeEvents,
    Schema.toType(JobEvent),
    (connection, signal) => followEvents(connection, id, { lastEventId, signal })
  )
