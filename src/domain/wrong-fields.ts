import type { SchemaIssue } from "effect"
import { faultWords } from "./fault-words.ts"
import { nearestName } from "./nearest-name.ts"

/** A value that does not fit its schema: where it stands, and what is wrong with it. */
export interface WrongField {
  readonly path: ReadonlyArray<PropertyKey>
  readonly detail: string
}

/** Says of a name that it is not known here, where `known` are. */
export type TellUnknown = (name: string, known: ReadonlyArray<string>) => string

/** Everything that is wrong in an input. At most `most` are told of each list. */
export const wrongFields = (
  issue: SchemaIssue.Issue,
  most: number,
  tellUnknown: TellUnknown = unknownField
): ReadonlyArray<WrongField> => faultsAt(issue, [], most, tellUnknown)

const faultsAt = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<PropertyKey>,
  most: number,
  tellUnknown: TellUnknown
): ReadonlyArray<WrongField> => {
  switch (issue._tag) {
    case "Pointer":
      return faultsAt(issue.issue, [...path, ...issue.path], most, tellUnknown)
    case "Encoding":
      return faultsAt(issue.issue, path, most, tellUnknown)
    case "Composite":
    case "AnyOf":
      return issue.issues.length === 0
        ? leaf(issue, path)
        : issue.issues.slice(0, most).flatMap((one) => faultsAt(one, path, most, tellUnknown))
    case "UnexpectedKey":
      return [{ path, detail: tellUnknown(String(path.at(-1)), namesOf(issue)) }]
    default:
      return leaf(issue, path)
  }
}

/** What to say of a name that is not known here. */
export const unknownField: TellUnknown = (name, known) => {
  const nearest = nearestName(name, known)
  return nearest === undefined
    ? "is unknown here; leave it out"
    : `is unknown here; the nearest known name is ${nearest}`
}

const leaf = (issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey>): ReadonlyArray<WrongField> =>
  faultWords(issue).map(({ message, path: rest }) => ({
    path: [...path, ...rest.map((segment) => typeof segment === "object" ? segment.key : segment)],
    detail: message
  }))

const namesOf = ({ ast }: SchemaIssue.UnexpectedKey): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []
