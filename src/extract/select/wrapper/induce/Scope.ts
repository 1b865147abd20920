import type { PageElement } from "../../../dom/node.ts"
import type { PageIndex } from "../PageIndex.ts"

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
}
