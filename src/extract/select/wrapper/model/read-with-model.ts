import type { LeafValue, Shape } from "../../../../core/domain/data/data-shape.ts"
import type { DataTrace, Warning } from "../../../../core/domain/document/Trace.ts"
import { directive, quoteOf } from "../../../dom/text-fragment.ts"
import type { ModelAnswer, ParsedPage } from "../../../Page.ts"
import { fillObject } from "../../../records/data/fill-object.ts"
import type { FoundData } from "../../../records/data/read-data.ts"
import { shapeOf } from "../../../records/data/shape-of.ts"
import { isHtml } from "../../apply-selectors.ts"
import { Budget, SelectorTooCostly } from "../../Budget.ts"
import { partOf } from "../induce/example-faults.ts"
import { findPaths, findPlaces } from "../induce/find-places.ts"
import { proposeSelectors } from "../induce/propose-selectors.ts"
import type { Scope } from "../induce/Scope.ts"
import { MergedData, missingOf, sourceOf } from "../merge-data.ts"
import { PageIndex } from "../PageIndex.ts"
import { asData } from "./as-data.ts"

/** A second or less. Values that are not found within it are left out. */
const maxSteps = 60_000_000
const maxNamed = 20
const maxQuoted = 300

/** Adds the values of a model's answer that the data misses, if they are on the page. Others are named in a warning. */
export const readWithModel = (found: FoundData, { fault, json }: ModelAnswer, page: ParsedPage): FoundData => {
  const { schema } = page.input.options ?? {}
  const shape = schema === undefined ? undefined : shapeOf(schema)
  if (shape === undefined) return found
  if (json === undefined || !isHtml(page)) return { ...found, ...warned(fault === undefined ? [] : [fault]) }
  const { data, left } = asData(shape, json, page.baseUrl)
  const check = new PageCheck(page)
  const given = check.given(shape, data, "")
  if (given === undefined) check.missing.push("")
  const merge = new MergedData(found.trace.fields, check.fields)
  const instance = merge.merged(shape, found.instance ?? undefined, given, "")
  const named = (pointers: ReadonlyArray<string>) => pointers.slice(0, maxNamed).join(", ")
  return {
    // Both are of the shape.
    instance: (instance ?? null) as FoundData["instance"],
    trace: {
      ...found.trace,
      source: sourceOf(merge.fields),
      fields: merge.fields,
      missing: found.instance === null
        ? check.missing
        : missingOf(found.trace.missing, merge.fields, check.missing)
    },
    ...warned([
      ...(fault === undefined ? [] : [fault]),
      ...(left.length === 0 ? [] : [`Values of the language model that are not of the schema: ${named(left)}.`]),
      ...(check.dropped.length === 0
        ? []
        : [`Values of the language model that are not on the page: ${named(check.dropped)}.`])
    ])
  }
}

const warned = (messages: ReadonlyArray<string>): { readonly warnings?: ReadonlyArray<Warning> } =>
  messages.length === 0 ? {} : { warnings: messages.map((message) => ({ code: "model_incomplete", message })) }

/** The parts of data that are on a page. */
class PageCheck {
  readonly fields: Array<DataTrace["fields"][number]> = []
  readonly dropped: Array<string> = []
  readonly missing: Array<string> = []
  private readonly scope: Scope
  private readonly url: string
  private isOver = false

  constructor({ baseUrl, html, url }: ParsedPage) {
    this.scope = { page: 0, index: new PageIndex({ html, url, baseUrl }, new Budget(maxSteps)), root: null }
    this.url = url.href.split("#")[0] ?? ""
  }

  /** Undefined if no value of the part is on the page. */
  given(shape: Shape, data: unknown, pointer: string): unknown {
    if (data === undefined) return undefined
    switch (shape._tag) {
      case "Leaf": {
        // The data is of the shape.
        const value = data as LeafValue
        if (this.isFound(shape, value, pointer)) return value
        this.dropped.push(pointer)
        return undefined
      }
      case "Array": {
        const items: Array<unknown> = []
        for (const [at, item] of (Array.isArray(data) ? data : []).entries()) {
          // A dropped item leaves no gap.
          const before = this.fields.length
          const value = this.given(shape.items, item, `${pointer}/${items.length}`)
          if (value !== undefined) items.push(value)
          else this.fields.length = before
          if (this.isOver && at > 0) break
        }
        return items.length === 0 ? undefined : items
      }
      case "Object":
        return fillObject(
          shape,
          pointer,
          this.missing,
          (property, step, name) => this.given(property, partOf(data, name), pointer + step)
        )
    }
  }

  private isFound(leaf: Extract<Shape, { _tag: "Leaf" }>, value: LeafValue, pointer: string): boolean {
    if (this.isOver) return false
    try {
      const [place] = findPlaces(leaf, value, this.scope)
      if (place === undefined && findPaths(leaf, value, this.scope).length === 0) return false
      const text = place === undefined || place.attribute !== null ? "" : this.scope.index.textOf(place.element)
      const quoted = typeof value === "string" && text.includes(value) ? value : text
      this.fields.push({
        pointer,
        source: "model",
        selector: place === undefined
          ? "script[type=\"application/ld+json\"]"
          : proposeSelectors(place.element, null)[0]?.css ?? "",
        url: `${this.url}${quoted === "" || quoted.length > maxQuoted ? "" : directive(quoteOf(quoted) ?? {})}`
      })
      return true
    } catch (cause) {
      if (!(cause instanceof SelectorTooCostly)) throw cause
      this.isOver = true
      return false
    }
  }
}
