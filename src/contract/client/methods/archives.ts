import type { CallOptions, connect } from "../connection.ts"

/** Web archives of a job, in pieces. They have the responses of its pages if the job has the option `archive`. */
export interface ArchiveMethods {
  /** A web archive collection (WACZ 1.1.1), for ReplayWeb.page and other readers. */
  readonly wacz: (id: string, call?: CallOptions) => AsyncIterable<Uint8Array>
  /** WARC 1.1, compressed record by record. */
  readonly warc: (id: string, call?: CallOptions) => AsyncIterable<Uint8Array>
}

export const archiveMethods = (
  { bytes, request }: Pick<ReturnType<typeof connect>, "bytes" | "request">
): ArchiveMethods => {
  const archive = async function*(id: string, kind: "wacz" | "warc", call: CallOptions = {}) {
    yield* bytes(await request(`/v1/jobs/${encodeURIComponent(id)}/${kind}`, { ...call }), call.signal)
  }
  return { wacz: (id, call) => archive(id, "wacz", call), warc: (id, call) => archive(id, "warc", call) }
}
