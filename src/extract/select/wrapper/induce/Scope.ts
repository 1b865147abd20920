import type { Leaf, LeafValue, Shape } from "../../../../core/domain/data/data-shape.ts"
import type { PageElement } from "../../../dom/node.ts"
import type { PageIndex } from "../PageIndex.ts"
import { partOf } from "./example-faults.ts"

/** A part of a page that rules apply to: the whole page, or a row of a list. */
export interface Scope {
  /** Number of the page among the examples, or among the checked pages. */
  readonly page: number
  readonly index: PageIndex
  /** Null for the whole page. */
  readonly root: PageElement | null
}

/** A scope with the right data of a part of the shape. Undefined: the part is absent. */
export interface KnownScope extends Scope {
  readonly data: unknown
  /** Texts of the values of the example, in lower case. A label does not have them. */
  readonly values: ReadonlyArray<string>
  readonly subject?: Subject
}

/** The part of a page with the values of an example. */
export interface Subject {
  readonly element: PageElement
  /** Whether other parts of the page resemble it. */
  readonly hasNeighbours: boolean
}

export interface LeafData {
  readonly leaf: Leaf
  readonly value: LeafValue
}

/** Values of data of a shape, those of lists left out. */
export const leavesIn = (shape: Shape, data: unknown): ReadonlyArray<LeafData> => {
  if (data === undefined) return []
  switch (shape._tag) {
    case "Leaf":
      // The data is of the shape, as was checked before.
      return [{ leaf: shape, value: data as LeafValue }]
    case "Array":
      return []
    case "Object":
      return shape.properties.flatMap(([name, property]) => leavesIn(property, partOf(data, name)))
  }
}

const minText = 3

/** Texts by which values are recognized in other texts. */
export const textsOf = (leaves: ReadonlyArray<LeafData>): ReadonlyArray<string> =>
  leaves.map(({ value }) => String(value).toLowerCase()).filter((text) => text.length >= minText)
