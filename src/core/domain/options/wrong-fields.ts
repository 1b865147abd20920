import type { SchemaIssue } from "effect"
import { nearestName } from "../../kernel/nearest-name.ts"
import { faultWords } from "../schema/fault-words.ts"

/** A value that does not match its schema: its path, and an error message. */
export interface WrongField {
  readonly path: ReadonlyArray<PropertyKey>
  readonly detail: string
}

/** Message about an unknown name. `known`: the valid names. */
export type ReportUnknown = (name: string, known: ReadonlyArray<string>) => string

interface UnknownFields {
  /** Maximum faults reported for each list. */
  readonly max: number
  readonly reportUnknown?: ReportUnknown
  /** The decoded value, from which messages suggest the most similar name. */
  readonly input?: unknown
  /** Whether this is a parameter of a query that has one value, and is given several times. */
  readonly isRepeated?: (path: ReadonlyArray<PropertyKey>) => boolean
}

/** All faults of an input. */
export const wrongFields = (issue: SchemaIssue.Issue, unknownFields: UnknownFields): ReadonlyArray<WrongField> =>
  faultsAt(issue, [], unknownFields)

const faultsAt = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<PropertyKey>,
  unknownFields: UnknownFields
): ReadonlyArray<WrongField> => {
  const { input, isRepeated, max, reportUnknown = unknownField } = unknownFields
  if (issue._tag !== "UnexpectedKey" && isRepeated?.(path) === true) {
    return [{ path, detail: "is given more than once; give it once" }]
  }
  switch (issue._tag) {
    case "Pointer":
      return faultsAt(issue.issue, [...path, ...issue.path], unknownFields)
    case "Encoding":
      return faultsAt(issue.issue, path, unknownFields)
    case "Composite":
      return issue.issues.slice(0, max).flatMap((one) => faultsAt(one, path, unknownFields))
    case "AnyOf":
      return issue.issues.length === 0
        ? choiceFault(issue, path, input)
        : nearest(issue.issues.slice(0, max).map((one) => faultsAt(one, path, unknownFields)), path.length)
    case "UnexpectedKey":
      return [{ path, detail: reportUnknown(String(path.at(-1)), namesOf(issue)) }]
    default:
      return leaf(issue, path)
  }
}

/**
 * Of several forms that a value may have, the first with the fewest wrong fields. A list of wrong URLs is one field.
 */
const nearest = (forms: ReadonlyArray<ReadonlyArray<WrongField>>, depth: number): ReadonlyArray<WrongField> => {
  const fields = (faults: ReadonlyArray<WrongField>) => new Set(faults.map(({ path }) => path[depth])).size
  return forms.reduce((best, faults) => fields(faults) < fields(best) ? faults : best)
}

/** A value that is not in the list of its schema. A short list is shown whole, otherwise the most similar value. */
const choiceFault = (
  issue: SchemaIssue.AnyOf,
  path: ReadonlyArray<PropertyKey>,
  input: unknown
): ReadonlyArray<WrongField> => {
  const names = choicesOf(issue)
  const value = valueAt(input, path)
  return names.length > maxShown && typeof value === "string"
    ? [{ path, detail: unknownField(value, names) }]
    : leaf(issue, path)
}

const maxShown = 12

const choicesOf = ({ ast }: SchemaIssue.AnyOf): ReadonlyArray<string> =>
  ast.types.flatMap((type) => type._tag === "Literal" ? [String(type.literal)] : [])

const valueAt = (input: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  path.reduce<unknown>(
    (value, key) => typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined,
    input
  )

/** Message about an unknown name, with the most similar known name. */
export const unknownField: ReportUnknown = (name, known) => {
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
