import { createHash, type Hash } from "node:crypto"
import { warcInfo } from "../../contract/client/files/warc.ts"
import { version } from "../../core/kernel/version.ts"
import { cdxjLine } from "./cdxj.ts"
import type { IndexEntry } from "./warc-records.ts"
import { ZipFile } from "./ZipFile.ts"

/** A record that is a member of gzip of its own. */
export interface PackedRecord {
  readonly packed: Uint8Array
  readonly entry?: IndexEntry
}

/** A page that a reader lists. */
export interface ArchivedPage {
  readonly url: string
  /** ISO 8601. */
  readonly ts: string
  readonly title: string
}

interface Options {
  readonly title: string
  readonly created: Date
  readonly pack: (record: Uint8Array) => Uint8Array
}

/**
 * A web archive collection (WACZ 1.1.1) in pieces: the records of one file of `archive/` after the other, each followed
 * by its index. The lines of one index and the list of pages are in memory.
 */
export class WaczFile {
  private readonly options: Options
  private readonly zip: ZipFile
  private readonly resources: Array<Resource> = []
  private readonly pages: Array<string> = []
  private mainPage: ArchivedPage | undefined
  private readonly known = new Set<string>()
  private lines: Array<string> = []
  private entry: { readonly path: string; readonly hash: Hash; size: number } | undefined
  private archives = 0

  constructor(options: Options) {
    this.options = options
    this.zip = new ZipFile(options.created)
  }

  /** Bytes to write: none for a response that the archive has already. */
  record({ entry, packed }: PackedRecord): Uint8Array {
    if (entry !== undefined && this.isKnown(entry)) return new Uint8Array()
    const rotated = (this.entry?.size ?? 0) > maxArchive || this.lines.length >= maxLines ? this.endArchive() : []
    const begun = this.entry === undefined ? this.beginArchive() : []
    const { path, size } = this.entry!
    if (entry !== undefined) {
      const place = { filename: path.slice("archive/".length), offset: size, length: packed.length }
      this.lines.push(cdxjLine(entry, place))
    }
    return Buffer.concat([...rotated, ...begun, this.written(packed)])
  }

  /** Lists a page. */
  page(page: ArchivedPage): void {
    this.mainPage ??= page
    const { title, ts, url } = page
    this.pages.push(`${JSON.stringify({ id: String(this.pages.length + 1), url, ts, title })}\n`)
  }

  /** The last bytes of the file. */
  end(): Uint8Array {
    const begun = this.archives === 0 ? this.beginArchive() : []
    const archive = [...begun, ...this.endArchive()]
    const head = `${JSON.stringify({ format: "json-pages-1.0", id: "pages", title: "All pages" })}\n`
    const pages = this.whole("pages/pages.jsonl", Buffer.from(head + this.pages.join("")))
    const about = Buffer.from(JSON.stringify(this.dataPackage(), null, 2))
    const digest = { path: "datapackage.json", hash: hashOf(createHash("sha256").update(about)) }
    return Buffer.concat([
      ...archive,
      ...pages,
      ...this.whole("datapackage.json", about),
      ...this.whole("datapackage-digest.json", Buffer.from(JSON.stringify(digest, null, 2))),
      this.zip.end()
    ])
  }

  private dataPackage() {
    const { created, title } = this.options
    const main = this.mainPage
    return {
      profile: "data-package",
      title,
      wacz_version: "1.1.1",
      software: `gleaner/${version}`,
      created: created.toISOString(),
      ...(main === undefined ? {} : { mainPageUrl: main.url, mainPageDate: main.ts }),
      resources: [...this.resources]
    }
  }

  /** Scripts and style sheets are the same for many pages. */
  private isKnown({ digest, mime, url }: IndexEntry): boolean {
    const key = `${digest} ${url}`
    if (this.known.has(key)) return mime !== "warc/revisit"
    if (this.known.size < maxKnown) this.known.add(key)
    return false
  }

  private beginArchive(): ReadonlyArray<Uint8Array> {
    this.archives++
    const info = warcInfo(this.options.created.toISOString(), `gleaner/${version}`)
    return [...this.begin(`archive/data${this.number()}.warc.gz`), this.written(this.options.pack(info))]
  }

  private endArchive(): ReadonlyArray<Uint8Array> {
    const index = Buffer.concat(this.lines.map((line) => Buffer.from(line)).toSorted(Buffer.compare))
    this.lines = []
    this.closed()
    return this.whole(`indexes/index${this.number()}.cdxj`, index)
  }

  private number(): string {
    return this.archives === 1 ? "" : `-${this.archives}`
  }

  private whole(path: string, bytes: Uint8Array): ReadonlyArray<Uint8Array> {
    const parts = [...this.begin(path), this.written(bytes)]
    this.closed()
    return parts
  }

  private begin(path: string): ReadonlyArray<Uint8Array> {
    this.entry = { path, hash: createHash("sha256"), size: 0 }
    return [this.zip.begin(path)]
  }

  private written(bytes: Uint8Array): Uint8Array {
    this.entry!.hash.update(bytes)
    this.entry!.size += bytes.length
    return this.zip.write(bytes)
  }

  private closed(): void {
    const { hash, path, size } = this.entry!
    this.entry = undefined
    this.resources.push({ name: path.slice(path.lastIndexOf("/") + 1), path, hash: hashOf(hash), bytes: size })
  }
}

interface Resource {
  readonly name: string
  readonly path: string
  readonly hash: string
  readonly bytes: number
}

const hashOf = (hash: Hash): string => `sha256:${hash.digest("hex")}`

/** Bytes of a file of records, far below the limit of an entry. */
const maxArchive = 1024 ** 3
/** Lines of an index in memory: 10 MB. */
const maxLines = 40_000
/** Responses by which a repeated one is recognized. */
const maxKnown = 100_000
