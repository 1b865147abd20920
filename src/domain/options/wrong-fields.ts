import type { SchemaIssue } from "effect"
import { faultWords } from "../../kernel/fault-words.ts"
import { nearestName } from "../../kernel/nearest-name.ts"

/** A value that does not fit its schema: where it stands, and what is wrong with it. */
export interface WrongField {
  readonly path: ReadonlyArray<PropertyKey>
  readonly detail: string
}

/** Says of a name that it is not known here, where `known` are. */
export type ReportUnknown = (name: string, known: ReadonlyArray<string>) => string

interface UnknownFields {
  /** How many faults of each list are told. */
  readonly most: number
  readonly reportUnknown?: ReportUnknown
  /** What was decoded: a wrong one of many names is told with the nearest of them. */
  readonly input?: unknown
}

/** Everything that is wrong in an input. */
export const wrongFields = (issue: SchemaIssue.Issue, unknownFields: UnknownFields): ReadonlyArray<WrongField> =>
  faultsAt(issue, [], unknownFields)

const faultsAt = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<PropertyKey>,
  unknownFields: UnknownFields
): ReadonlyArray<WrongField> => {
  const { input, most, reportUnknown = unknownField } = unknownFields
  switch (issue._tag) {
    case "Pointer":
      return faultsAt(issue.issue, [...path, ...issue.path], unknownFields)
    case "Encoding":
      return faultsAt(issue.issue, path, unknownFields)
    case "Composite":
      return issue.issues.slice(0, most).flatMap((one) => faultsAt(one, path, unknownFields))
    case "AnyOf":
      return issue.issues.length === 0
        ? choiceFault(issue, path, input)
        : issue.issues.slice(0, most).flatMap((one) => faultsAt(one, path, unknownFields))
    case "UnexpectedKey":
      return [{ path, detail: reportUnknown(String(path.at(-1)), namesOf(issue)) }]
    default:
      return leaf(issue, path)
  }
}

/** The value is none of those that its schema lists. A few are all told; of many, the nearest. */
const choiceFault = (
  issue: SchemaIssue.AnyOf,
  path: ReadonlyArray<PropertyKey>,
  input: unknown
): ReadonlyArray<WrongField> => {
  const names = choicesOf(issue)
  const value = valueAt(input, path)
  return names.length > maxTold && typeof value === "string"
    ? [{ path, detail: unknownField(value, names) }]
    : leaf(issue, path)
}

const maxTold = 12

const choicesOf = ({ ast }: SchemaIssue.AnyOf): ReadonlyArray<string> =>
  ast.types.flatMap((type) => type._tag === "Literal" ? [String(type.literal)] : [])

const valueAt = (input: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  path.reduce<unknown>(
    (value, key) => typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined,
    input
  )

/** What to say of a name that is not known here. */
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
