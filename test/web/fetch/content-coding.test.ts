// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import * as zlib from "node:zlib"
import { Parse } from "../../../src/extract/stages/Parse.ts"
import { pageInput } from "../../../src/page/page-input.ts"
import { fetchOver } from "../../support/entries/fetch-over.ts"
import { fakeWeb } from "../../support/web/fake-web.ts"
import { fetchPage } from "../../support/web/fetch-page.ts"

const url = "https://site.test/"
const text = `<p>${"Ein schöner Tag. ".repeat(500)}${
  Array.from({ length: 5000 }, (_, n) => n * 7919 % 10_007).join(" ")
}`
const plain = Buffer.from(text)

/** A body that arrives in pieces of this size. */
const inPieces = (bytes: Uint8Array, size: number) => {
  let offset = 0
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (offset >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(offset, offset += size))
      return undefined
    }
  })
}

const fetched = (coding: string, body: Uint8Array, size: number, maxBody = 10_000_000) => {
  const headers = { "content-type": "text/html", "content-encoding": coding }
  const web = fakeWeb({ [url]: { headers, body: inPieces(body, size) } })
  return Effect.gen(function*() {
    const page = yield* fetchPage(url)
    const input = pageInput({ url }, page, { agent: "gleaner", maxBytes: maxBody })
    return (yield* (yield* Parse).parse(input)).source()
  }).pipe(Effect.provide([fetchOver(web, { domainDelay: Duration.zero, maxBody }), Parse.layer]))
}

const codings: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  "gzip": zlib.gzipSync,
  "x-gzip": zlib.gzipSync,
  "GZip": zlib.gzipSync,
  "br": zlib.brotliCompressSync,
  "zstd": zlib.zstdCompressSync,
  "deflate": zlib.deflateSync,
  "deflate, identity": zlib.deflateRawSync,
  "deflate,gzip": (bytes) => zlib.gzipSync(zlib.deflateRawSync(bytes)),
  "gzip, deflate": (bytes) => zlib.deflateSync(zlib.gzipSync(bytes)),
  "br, zstd, gzip": (bytes) => zlib.gzipSync(zlib.zstdCompressSync(zlib.brotliCompressSync(bytes)))
}

describe("content-codings", () => {
  for (const [coding, encode] of Object.entries(codings)) {
    it.live(`${coding} is undone, however it is cut into pieces`, () =>
      Effect.gen(function*() {
        const coded = encode(plain)
        for (const size of [1_000_000, 1000, coded.length - 1]) {
          assert.strictEqual(yield* fetched(coding, coded, size), text)
        }
        assert.strictEqual(yield* fetched(coding, encode(Buffer.from("<p>short")), 1), "<p>short")
      }))
  }

  it.live("an empty body in a coding is empty, and gzip members or zstd frames are one body", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* fetched("gzip", new Uint8Array(), 1), "")
      const members = Buffer.concat([zlib.gzipSync("<p>one "), zlib.gzipSync("two")])
      assert.strictEqual(yield* fetched("gzip", members, 7), "<p>one two")
      const parts = ["<p>one ".repeat(100), "", "two".repeat(100)]
      const frames = Buffer.concat(parts.map((part) => zlib.zstdCompressSync(part)))
      assert.strictEqual(yield* fetched("zstd", frames, 7, 1000), parts.join(""))
      assert.strictEqual((yield* Effect.flip(fetched("zstd", frames, 7, 999))).code, "body_too_large")
      const empty = Buffer.concat(Array.from({ length: 1001 }, () => zlib.zstdCompressSync("")))
      assert.strictEqual((yield* Effect.flip(fetched("zstd", empty, 1000))).reason, "decode")
    }))

  it.live("a coded body that is cut short fails, however long it is", () =>
    Effect.gen(function*() {
      const long = Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * 7919) % 1_000_003).join(" "))
      for (const coding of ["gzip", "deflate", "deflate, identity", "br", "zstd"]) {
        for (const body of [plain, long]) {
          const coded = codings[coding]?.(body) ?? body
          for (const size of [coded.length >> 1, coded.length - 1]) {
            const error = yield* Effect.flip(fetched(coding, coded.subarray(0, size), 30_000))
            assert.deepStrictEqual([error.code, error.reason], ["fetch_failed", "decode"], `${coding} ${size}`)
          }
        }
      }
    }))

  it.live("spoilt bytes, a wrong coding, an unknown one and too many are told apart from a page", () =>
    Effect.gen(function*() {
      const spoilt = zlib.gzipSync(plain)
      spoilt.fill(0xFF, 50, 500)
      const bodies = [
        ["gzip", spoilt],
        ["br", plain],
        ["zstd", plain],
        ["deflate, gzip", zlib.gzipSync(plain)],
        ["compress", plain],
        ["constructor", plain],
        ["gzip, gzip, gzip, gzip", plain]
      ] as const
      for (const [coding, body] of bodies) {
        const error = yield* Effect.flip(fetched(coding, body, 10_000))
        assert.deepStrictEqual([error.code, error.reason], ["fetch_failed", "decode"], coding)
      }
    }))

  it.live("the cap holds to the byte", () =>
    Effect.gen(function*() {
      for (const coding of ["gzip", "br", "zstd", "deflate"]) {
        const coded = codings[coding]?.(plain) ?? plain
        assert.strictEqual(yield* fetched(coding, coded, 5000, plain.length), text)
        const error = yield* Effect.flip(fetched(coding, coded, 5000, plain.length - 1))
        assert.strictEqual(error.code, "body_too_large")
      }
    }))
})
