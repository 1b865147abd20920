import type * as http from "node:http"
import type { Action } from "../../../../src/core/domain/options/Action.ts"

/** A page whose content needs a person, the actions that bring it up, and the text that is then there. */
export interface InteractivePage {
  readonly html: string
  /** Further answers of its site, by path below that of the page. */
  readonly routes?: Readonly<
    Record<string, string | ((request: http.IncomingMessage, response: http.ServerResponse) => void)>
  >
  readonly actions: ReadonlyArray<Action>
  /** In this order. */
  readonly shows: ReadonlyArray<string>
  /** Text that is not there, or not any more. */
  readonly hides?: ReadonlyArray<string>
  /** A text, and how often it is there. */
  readonly counts?: Readonly<Record<string, number>>
}

export const rows = (count: number, name = "Row"): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${name} ${index + 1} end`)
