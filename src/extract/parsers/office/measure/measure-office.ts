import { Effect } from "effect"
import { unreadableOffice } from "../../../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../../../core/domain/errors/PageError.ts"
import type { PageInput } from "../../../Page.ts"
import { compoundStream } from "../compound-stream.ts"
import { type OfficeParts, partsOf, tooLarge, xmlText } from "../office-archive.ts"
import { Budget } from "./Budget.ts"
import { eachTag } from "./each-tag.ts"
import {
  measureBinarySheet,
  measureOldWorkbook,
  measureSheet,
  measureSpans,
  measureTables,
  SharedTexts
} from "./measure-sheets.ts"

/**
 * Refuses a document that unfolds to more than one page may be: a sheet whose cells are far apart, rows, chapters or
 * texts that repeat. The peer would unfold them in native code until the memory or the time of the reader ends.
 */
export const measureOffice = Effect.fnUntraced(function*(
  input: PageInput,
  format: string | null
): Effect.fn.Return<void, PageError> {
  const budget = new Budget()
  const within = (measure: () => void) =>
    Effect.try({ try: measure, catch: () => unreadableOffice(input.url, tooLarge) })
  if (!isArchive(input.body)) {
    if (format !== "xlsx") return
    const workbook = compoundStream(input.body, "Workbook") ?? compoundStream(input.body, "Book")
    return workbook === undefined ? undefined : yield* within(() => measureOldWorkbook(workbook, budget))
  }
  switch (format) {
    case "xlsx": {
      const parts = yield* partsOf(input, (name) => /\.(?:xml|bin)$/i.test(name) && !besideSheets.test(name), many)
      return yield* within(() => measureWorkbook(parts, budget))
    }
    case "ods":
    case "odp":
    case "odt": {
      const parts = yield* partsOf(input, (name) => name === "content.xml")
      return yield* within(() => measureTables(xmlText(parts["content.xml"]), budget))
    }
    case "epub":
    case "pptx": {
      const lists = yield* partsOf(input, (name) => /\.opf$|(?:^|\/)presentation\.xml(?:\.rels)?$/i.test(name))
      const uses = usesOf(lists)
      const parts = yield* partsOf(input, (name) => uses.has(name), many)
      return yield* within(() => {
        for (const [name, part] of Object.entries(parts)) {
          const times = uses.get(name) ?? 1
          budget.takeRepeated((times - 1) * part.length)
          const xml = xmlText(part)
          for (let time = 0; time < Math.min(times, maxTimes); time++) measureSpans(xml, budget)
        }
      })
    }
  }
})

const isArchive = (body: Uint8Array): boolean => body[0] === 0x50 && body[1] === 0x4B

/** Parts of a workbook without cells, which may be large. */
const besideSheets = /(?:^|\/)(?:drawings|media|theme|charts|printerSettings|pivotCache|embeddings)\//i

const many = 100_000
/** Spans of a part that repeats more often are small, because its text is. */
const maxTimes = 100

const measureWorkbook = (parts: OfficeParts, budget: Budget): void => {
  const texts = Object.entries(parts).find(([name]) => /sharedstrings\.xml$/i.test(name))
  const shared = new SharedTexts(xmlText(texts?.[1]))
  for (const [name, part] of Object.entries(parts)) {
    if (name === texts?.[0]) continue
    if (/\.bin$/i.test(name)) measureBinarySheet(part, budget)
    else measureSheet(xmlText(part), shared, budget)
  }
}

/** How often the spine of a book has each part, or the list of slides of a presentation. */
const usesOf = (lists: OfficeParts): ReadonlyMap<string, number> => {
  const targets = new Map<string, string>()
  const order: Array<string> = []
  for (const [list, part] of Object.entries(lists)) {
    // Targets of relationships are relative to the part that has them.
    const base = list.replace(/(?:^|\/)_rels\/([^/]*)$/, "/x")
    eachTag(xmlText(part), ({ attributes, get, name }) => {
      const target = get(name === "item" ? "href" : "Target")
      if ((name === "item" || name === "Relationship") && target !== undefined) {
        targets.set(get(name === "item" ? "id" : "Id") ?? "", partAt(target, base))
      } else if (name === "itemref") order.push(get("idref") ?? "")
      else if (name === "sldId") order.push(/:id\s*=\s*["']([^"']*)/.exec(attributes)?.[1] ?? "")
    })
  }
  const uses = new Map<string, number>()
  for (const id of order) {
    const part = targets.get(id)
    if (part !== undefined) uses.set(part, (uses.get(part) ?? 0) + 1)
  }
  return uses
}

/** The name of a part in the archive. */
const partAt = (target: string, base: string): string => {
  const path = URL.parse(target, `http://archive/${base}`)?.pathname.slice(1) ?? ""
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
