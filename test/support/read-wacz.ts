import { assert } from "@effect/vitest"
import { unzipSync } from "fflate"
import { createHash } from "node:crypto"
import { getSurt, WARCParser } from "warcio"

interface FoundRecord {
  readonly type: string
  readonly url: string
  readonly status: number
  readonly mime: string
  readonly text: string
  readonly header: (name: string) => string | undefined
}

export interface Wacz {
  readonly paths: ReadonlyArray<string>
  readonly pages: ReadonlyArray<
    { readonly id: string; readonly url: string; readonly ts: string; readonly title: string }
  >
  /** The records that the indexes list, each read by its place in its file. */
  readonly records: ReadonlyArray<FoundRecord>
  /** All records of all files. */
  readonly all: ReadonlyArray<Pick<FoundRecord, "type" | "url" | "text">>
  readonly dataPackage: Readonly<Record<string, unknown>>
}

interface Resource {
  readonly path: string
  readonly hash: string
  readonly bytes: number
}

const sha256 = (bytes: Uint8Array): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`

/** Reads a WACZ file by public readers, and checks it by WACZ 1.1.1: files, digests, order and places of the indexes. */
export const readWacz = async (bytes: Uint8Array): Promise<Wacz> => {
  const files = unzipSync(bytes)
  const fileOf = (path: string): Uint8Array => files[path] ?? assert.fail(`no ${path}`)
  const textOf = (path: string): string => Buffer.from(fileOf(path)).toString()
  const dataPackage = JSON.parse(textOf("datapackage.json")) as Record<string, unknown> & {
    readonly resources: ReadonlyArray<Resource>
  }
  assert.strictEqual(dataPackage["profile"], "data-package")
  assert.strictEqual(dataPackage["wacz_version"], "1.1.1")
  assert.deepStrictEqual(JSON.parse(textOf("datapackage-digest.json")), {
    path: "datapackage.json",
    hash: sha256(fileOf("datapackage.json"))
  })
  const listed = dataPackage.resources.map(({ path }) => path)
  assert.sameMembers(Object.keys(files), [...listed, "datapackage.json", "datapackage-digest.json"])
  for (const { bytes, hash, path } of dataPackage.resources) {
    assert.strictEqual(fileOf(path).length, bytes, path)
    assert.strictEqual(hash, sha256(fileOf(path)), path)
  }
  const [head, ...pages] = textOf("pages/pages.jsonl").trim().split("\n").map((line) => JSON.parse(line))
  assert.include(head, { format: "json-pages-1.0", id: "pages" })
  const records: Array<FoundRecord> = []
  for (const path of listed.filter((path) => path.startsWith("indexes/"))) {
    const lines = textOf(path).split("\n").filter((line) => line !== "")
    assert.deepStrictEqual(lines, lines.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
    for (const line of lines) {
      const [key = "", time = "", ...rest] = line.split(" ")
      const at = JSON.parse(rest.join(" ")) as Record<string, string>
      assert.strictEqual(key, getSurt(at["url"] ?? ""))
      assert.match(time, /^\d{14}$/)
      const offset = Number(at["offset"])
      const packed = fileOf(`archive/${at["filename"]}`).subarray(offset, offset + Number(at["length"]))
      const record = await WARCParser.parse([packed], { keepHeadersCase: true })
      if (record === null) return assert.fail(line)
      assert.strictEqual(record.warcTargetURI, at["url"])
      assert.strictEqual((record.warcDate ?? "").replaceAll(/\D/g, "").slice(0, 14), time)
      records.push({
        type: record.warcType ?? "",
        url: at["url"] ?? "",
        status: Number(at["status"]),
        mime: at["mime"] ?? "",
        text: Buffer.from(await record.readFully(true)).toString(),
        header: (name) => record.warcHeader(name) ?? undefined
      })
    }
  }
  const all: Array<Pick<FoundRecord, "type" | "url" | "text">> = []
  for (const path of listed.filter((path) => path.startsWith("archive/"))) {
    for await (const record of new WARCParser([fileOf(path)])) {
      all.push({
        type: record.warcType ?? "",
        url: record.warcTargetURI ?? "",
        text: Buffer.from(await record.readFully(true)).toString()
      })
    }
  }
  return { paths: Object.keys(files), pages, records, all, dataPackage }
}
