import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sniffMediaType } from "../../../src/web/fetch/media-type.ts"
import { documentOf } from "../document-of.ts"
import { count, packed, type Sample, samples, textsIn } from "./damaged-office.ts"

type Damage = (sample: Sample) => Uint8Array | undefined

/** The damaged sample, if it has the part. Undefined removes the part. */
const edited =
  (part: (sample: Sample) => string | undefined, edit: (xml: string) => string | undefined): Damage => (sample) => {
    const name = part(sample)
    const xml = name === undefined ? undefined : sample.parts[name]
    if (name === undefined || xml === undefined) return undefined
    const { [name]: _, ...others } = sample.parts
    const written = edit(xml)
    return packed(written === undefined ? others : { ...others, [name]: written })
  }

const main = ({ main: name }: Sample) => name
const list = ({ list: name }: Sample) => name
const nth = (number: number, pattern: RegExp, written: (found: string) => string) => (xml: string): string => {
  let left = number
  return xml.replace(pattern, (found) => --left === 0 ? written(found) : found)
}

const read = (sample: Sample, body: Uint8Array) => documentOf(body, sniffMediaType(sample.type, body).essence)

/** Damage of which nothing is lost but its own place: at most one text. */
const local: ReadonlyArray<readonly [name: string, damage: Damage]> = [
  ["the last tags are cut", edited(main, (xml) => xml.slice(0, xml.lastIndexOf("</")))],
  ["an end tag is missing", edited(main, nth(7, /<\/[^>]*>/g, () => ""))],
  ["an end tag has another name", edited(main, nth(7, /<\/[^>]*>/g, () => "</w:q>"))],
  ["an end tag is of no element", edited(main, nth(9, /<\/[^>]*>/g, (tag) => `${tag}</w:q>`))],
  ["a bare ampersand", edited(main, nth(1, /the harbour/g, () => "R&D &lt the harbour"))],
  ["a bare bracket", edited(main, nth(1, /the harbour/g, () => "a < b the harbour"))],
  ["a control character", edited(main, nth(1, /the harbour/g, () => "\u0001\u000B the harbour"))],
  ["bytes that are not UTF-8", (sample) => {
    const bytes = Buffer.from(sample.parts[main(sample)] ?? "")
    bytes[bytes.indexOf("the harbour")] = 0xFF
    return packed({ ...sample.parts, [main(sample)]: bytes })
  }],
  ["the list of its parts is not XML", edited(list, () => "\u0000\u0001garbage <notxml")],
  ["the relations are missing", edited(() => "_rels/.rels", () => undefined)],
  ["the ZIP has no directory", ({ parts }) => {
    const body = packed(parts)
    return body.subarray(0, Buffer.from(body.buffer).indexOf("PK\u0001\u0002"))
  }],
  ["the ZIP is cut in its directory", ({ parts }) => packed(parts).slice(0, -30)],
  ["the directory has wrong offsets", ({ parts }) =>
    inDirectory(packed(parts), (bytes, at) => {
      bytes.writeUInt32LE(bytes.readUInt32LE(at + 42) + 13, at + 42)
    })],
  ["the directory has a wrong size", (sample) =>
    inDirectory(packed(sample.parts), (bytes, at) => {
      if (bytes.toString("latin1", at + 46).startsWith(main(sample))) bytes.writeUInt32LE(300, at + 24)
    })],
  ["bytes stand before the ZIP", ({ parts }) => Buffer.concat([Buffer.from("\r\n\r\n\u0000"), packed(parts)])]
]

const inDirectory = (body: Uint8Array, change: (bytes: Buffer, at: number) => void): Uint8Array => {
  const bytes = Buffer.from(body)
  for (let at = bytes.indexOf("PK\u0001\u0002"); at >= 0; at = bytes.indexOf("PK\u0001\u0002", at + 4)) {
    change(bytes, at)
  }
  return bytes
}

/** Unusual documents that are not damaged. */
const unusual: ReadonlyArray<readonly [name: string, damage: Damage]> = [
  ["its parts are in UTF-16", (sample) =>
    packed({
      ...sample.parts,
      [main(sample)]: Buffer.concat([
        Buffer.from([0xFF, 0xFE]),
        Buffer.from(sample.parts[main(sample)] ?? "", "utf16le")
      ])
    })],
  [
    "its parts are named as on Windows",
    ({ parts }) =>
      packed(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name.replaceAll("/", "\\"), part])))
  ],
  [
    "it is in a folder",
    ({ parts }) => packed(Object.fromEntries(Object.entries(parts).map(([name, part]) => [`report/${name}`, part])))
  ],
  ["its main part has another place", ({ parts }) => {
    const moved = (text: string) =>
      text.replace(/(?<=^|["/])(?:word|xl|ppt)\//g, "content/").replace(
        /(?:document|workbook|presentation)\.xml/g,
        "main.xml"
      )
    return parts["_rels/.rels" as keyof typeof parts] === undefined
      ? undefined
      : packed(Object.fromEntries(Object.entries(parts).map(([name, part]) => [moved(name), moved(part)])))
  }],
  ["its type is missing", edited(() => "mimetype", () => undefined)],
  ["its content types are missing", edited(() => "[Content_Types].xml", () => undefined)]
]

describe("a damaged document", () => {
  for (const [name, damage] of local) {
    it.effect(`loses its damaged place only: ${name}`, () =>
      Effect.gen(function*() {
        for (const [format, sample] of Object.entries<Sample>(samples)) {
          const body = damage(sample)
          if (body === undefined) continue
          const { text, trace } = yield* read(sample, body)
          assert.isAtLeast(textsIn(text).length, count - 1, format)
          assert.deepStrictEqual(trace.warnings.map(({ code }) => code), ["document_repaired"], format)
        }
      }))
  }

  it.effect("is read up to the place where its ZIP ends", () =>
    Effect.gen(function*() {
      for (const [format, sample] of Object.entries<Sample>(samples)) {
        const { [sample.main]: last = "", ...others } = sample.parts
        const body = packed({ ...others, [sample.main]: last })
        const start = Buffer.from(body.buffer).indexOf(sample.main)
        const end = Buffer.from(body.buffer).indexOf("PK\u0001\u0002")
        const { text, trace } = yield* read(sample, body.subarray(0, Math.floor(start + 0.9 * (end - start))))
        const found = textsIn(text)
        assert.isAtLeast(found.length, 0.7 * count, format)
        assert.deepStrictEqual(found, found.map((_, index) => index), format)
        assert.deepStrictEqual(trace.warnings.map(({ code }) => code), ["document_repaired"], format)
      }
    }))

  it.effect("has its other sheets, slides and chapters where one is missing", () =>
    Effect.gen(function*() {
      for (
        const [sample, part, left] of [
          [samples.xlsx, "xl/worksheets/sheet1.xml", 30],
          [samples.pptx, "ppt/slides/slide2.xml", 45],
          [samples.epub, "OPS/a.xhtml", 30]
        ] as const
      ) {
        const { text, trace } = yield* read(sample, edited(() => part, () => undefined)(sample) ?? new Uint8Array())
        assert.strictEqual(textsIn(text).length, left, part)
        assert.deepStrictEqual(trace.warnings.map(({ code }) => code), ["document_repaired"], part)
      }
    }))

  it.effect("has its slides in the order of their numbers where their list is missing", () =>
    Effect.gen(function*() {
      const { "ppt/_rels/presentation.xml.rels": _, "ppt/presentation.xml": __, ...parts }: Sample["parts"] =
        samples.pptx.parts
      const { text } = yield* read(samples.pptx, packed(parts))
      const places = textsIn(text).map((index) => text.indexOf(`text${String(index).padStart(2, "0")}`))
      assert.strictEqual(places.length, count)
      assert.deepStrictEqual(places, places.toSorted((one, other) => one - other))
    }))

  it.effect(
    "is refused where it unpacks to more than its ZIP declares and one page may be",
    () =>
      Effect.gen(function*() {
        const large =
          samples.docx.parts["word/document.xml"].replace("</w:body>", `${" ".repeat(70_000_000)}</w:body>`) ??
            ""
        const body = packed({ ...samples.docx.parts, [samples.docx.main]: large })
        const small = inDirectory(body, (bytes, at) => bytes.writeUInt32LE(300, at + 24))
        for (const hostile of [small, small.subarray(0, small.length - 30)]) {
          const { detail } = yield* Effect.flip(read(samples.docx, hostile))
          assert.include(detail, "larger unpacked")
        }
      }),
    { tags: "long" }
  )
})

describe("a document that another program writes", () => {
  for (const [name, change] of unusual) {
    it.effect(`is read whole, without a warning: ${name}`, () =>
      Effect.gen(function*() {
        for (const [format, sample] of Object.entries<Sample>(samples)) {
          const body = change(sample)
          if (body === undefined) continue
          const { text, trace } = yield* read(sample, body)
          assert.strictEqual(textsIn(text).length, count, format)
          assert.deepStrictEqual(trace.warnings, [], format)
        }
      }))
  }
})
