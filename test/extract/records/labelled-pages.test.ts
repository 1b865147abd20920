import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import { gunzipSync } from "node:zlib"
import { selectContent } from "../../../src/extract/content/select-content.ts"
import type { RawRecord } from "../../../src/extract/Page.ts"
import { repeatedRecords } from "../../../src/extract/records/repeated-blocks.ts"
import { pageOf } from "../markdown/page-of.ts"
import labels from "./labels.json" with { type: "json" }

/**
 * Real pages, each labelled by hand: how many entries its list has, and how the titles of the first and the last begin.
 */
const folder = path.join(import.meta.dirname, "../../../../shared/extraction/html")
const present = fs.existsSync(folder)

const recordsOf = (id: string): ReadonlyArray<RawRecord> => {
  const page = pageOf(gunzipSync(fs.readFileSync(path.join(folder, `${id}.html.gz`))).toString("utf8"))
  return repeatedRecords(page, selectContent(page))
}

const begins = (title: unknown, label: string): boolean => String(title).startsWith(label)

describe("the records of real pages", () => {
  it("are labelled on at least 60 pages", () => assert.isAtLeast(labels.length, 60))

  it.skipIf(!present)(
    "are as many as the page's list has, give or take one, on at least 80 %, as are the first and the last title (skipped where ../shared/extraction is absent)",
    () => {
      const found = labels.map((label) => ({ label, records: recordsOf(label.id) }))
      const counted = found.filter(({ label, records }) => Math.abs(records.length - label.count) <= 1)
      assert.isAtLeast(
        counted.length / labels.length,
        0.8,
        found.filter((one) => !counted.includes(one)).map(({ label, records }) =>
          `${label.id}: ${records.length} for ${label.count}`
        ).join(", ")
      )
      const titled = found.filter(({ label, records }) =>
        begins(records[0]?.fields["title"], label.first) && begins(records.at(-1)?.fields["title"], label.last)
      )
      assert.isAtLeast(titled.length / labels.length, 0.8, `${titled.length} of ${labels.length}`)
    }
  )
})
