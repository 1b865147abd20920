import { gzipSync, strToU8, Zip, ZipDeflate } from "fflate"
import { fileFields, type FilePage, markdownFile } from "../../../contract/client/files/markdown-file.ts"
import { newRecordId, warcInfo, warcRecord, warcRights } from "../../../contract/client/files/warc.ts"
import type { Document } from "../../../contract/client/index.ts"
import { client } from "../session.ts"
import { saveFile } from "../ui/save-file.ts"

/** Makes a file of the first `max` documents of a job. Calls `onPage` with the number of documents so far. */
export type MakeFile = (
  id: string,
  max: number,
  name: string,
  onPage: (count: number) => void,
  signal: AbortSignal,
  /** drop: without text that other pages of the host have too. */
  repeats: "keep" | "drop"
) => Promise<void>

/** The list of a running job does not end by itself. */
async function* first<A>(max: number, pages: AsyncIterable<A>): AsyncGenerator<A> {
  let count = 0
  for await (const page of pages) {
    yield page
    if (++count === max) return
  }
}

/** Collects parts in a Blob, which the browser can store on disk, so that few parts are in memory. */
const gathered = async <A>(
  pages: AsyncIterable<A>,
  partOf: (page: A) => BlobPart,
  onPage: (count: number) => void
): Promise<Array<BlobPart>> => {
  const whole: Array<Blob> = []
  let parts: Array<BlobPart> = []
  let count = 0
  for await (const page of pages) {
    parts.push(partOf(page))
    onPage(++count)
    if (parts.length < perBlob) continue
    whole.push(new Blob(parts))
    parts = []
  }
  return [...whole, ...parts]
}

const perBlob = 200

export const jsonLines: MakeFile = async (id, max, name, onPage, signal, repeats) => {
  const parts = await gathered(
    first(max, client.documents(id, { repeats, signal })),
    (page) => `${JSON.stringify(page)}\n`,
    onPage
  )
  saveFile(`${name}.jsonl`, parts, "application/jsonl")
}

/** A row for each page. A row may come in parts, so no page is counted. */
export const csv: MakeFile = async (id, _max, name, _onPage, signal, repeats) => {
  const parts = await gathered(client.jobs.csv(id, { repeats, signal }), blobPart, () => {})
  saveFile(`${name}.csv`, parts, "text/csv")
}

/** A row for each record of each page. */
export const recordsCsv: MakeFile = async (id, _max, name, _onPage, signal) => {
  const parts = await gathered(client.jobs.csv(id, { list: "records", signal }), blobPart, () => {})
  saveFile(`${name}-records.csv`, parts, "text/csv")
}

const blobPart = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer> // never shared

/** A markdown file for each page, as `gleaner crawl --markdown` writes it. */
export const markdownZip: MakeFile = async (id, max, name, onPage, signal, repeats) => {
  const parts: Array<BlobPart> = []
  const zip = new Zip((error, data) => {
    if (error !== null) throw error
    parts.push(data as Uint8Array<ArrayBuffer>)
  })
  const taken = new Map<string, number>()
  let count = 0
  for await (const page of first(max, client.documents(id, { fields: fileFields, repeats, signal }))) {
    const file = new ZipDeflate(`${freeName(page.final_url, taken)}.md`)
    zip.add(file)
    file.push(strToU8(markdownFile(page)), true)
    onPage(++count)
  }
  zip.end()
  saveFile(`${name}.zip`, parts, "application/zip")
}

/**
 * A WARC with the markdown of each page as a conversion record, and what its site says about the use of it. Each record
 * is a gzip member.
 */
export const warc: MakeFile = async (id, max, name, onPage, signal, repeats) => {
  const pages = first(max, client.documents(id, { fields: [...fileFields, "trace"], repeats, signal }))
  const parts = await gathered(pages, (page) => new Blob(pageRecords(page).map(packed)), onPage)
  saveFile(
    `${name}.warc.gz`,
    [packed(warcInfo(new Date().toISOString(), "gleaner")), ...parts],
    "application/warc"
  )
}

/** A job stores Documents, not the original responses: section 6.7, as in the WET files of Common Crawl. */
const pageRecords = (
  { fetched_at: date, final_url: url, markdown, trace }: FilePage & Partial<Pick<Document, "trace">>
): ReadonlyArray<Uint8Array> => {
  const record = newRecordId()
  const conversion = warcRecord({
    "WARC-Type": "conversion",
    "WARC-Record-ID": record,
    "WARC-Date": date,
    "WARC-Target-URI": url,
    "Content-Type": "text/markdown; charset=utf-8"
  }, new TextEncoder().encode(markdown))
  const rights = trace?.rights
  const says = rights !== undefined && rights.sources.length > 0
  return says ? [conversion, warcRights({ url, date, rights, record })] : [conversion]
}

const packed = (record: Uint8Array): Uint8Array<ArrayBuffer> => gzipSync(record) as Uint8Array<ArrayBuffer> // never shared

/**
 * Host, path and query, with dashes for all characters but letters, digits, `.` and `_`, and a number if the name is
 * taken. `taken`: the last number of each name.
 */
const freeName = (url: string, taken: Map<string, number>): string => {
  const { host, pathname, search } = new URL(url)
  const base = `${host}${pathname}${search}`.replaceAll(/(?:\.{2,}|[^\w.])+/g, "-").replaceAll(/^[-.]+|[-.]+$/g, "")
    .slice(0, maxNameLength)
  let name = base
  let last = taken.get(base.toLowerCase()) ?? 1
  while (taken.has(name.toLowerCase())) name = `${base}-${++last}`
  taken.set(base.toLowerCase(), last)
  if (name !== base) taken.set(name.toLowerCase(), 1)
  return name
}

const maxNameLength = 120
