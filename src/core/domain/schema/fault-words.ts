import { SchemaIssue } from "effect"

/** The faults of a value and the values in it, each as the end of a sentence. */
export const faultWords = (issue: SchemaIssue.Issue) =>
  issue._tag === "AnyOf" && issue.issues.length === 0
    ? [{ message: typeWords(issue.ast), path: [] }]
    : formatted(issue).issues.map(({ message, path }) => ({ message, path: path ?? [] }))

/** A message of the schema itself wins over these words. */
const formatted = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    if (issue._tag === "MissingKey") return "is missing"
    if (issue._tag !== "InvalidType") return SchemaIssue.defaultLeafHook(issue)
    return typeWords(issue.ast)
  },
  checkHook: (issue) => SchemaIssue.defaultCheckHook(issue) ?? checkWords(issue.filter.annotations)
})

type Ast = SchemaIssue.InvalidType["ast"]

const typeWords = (ast: Ast): string => {
  const { expected, message } = ast.annotations ?? {}
  return typeof message === "string" ? message : kindWords(ast) ?? `must be ${String(expected ?? "another value")}`
}

const kindWords = (ast: Ast): string | undefined => {
  switch (ast._tag) {
    case "Boolean":
      return "must be true or false"
    case "Number":
      return "must be a number"
    case "String":
      return "must be text"
    case "Literal":
      return `must be ${String(ast.literal)}`
    case "Arrays":
      return "must be a list"
    case "Objects":
      if (ast.indexSignatures.some(({ type }) => type._tag === "String")) return textsByName
      return `must be an object${fewNames(ast.propertySignatures.map(({ name }) => String(name)))}`
    case "Union": {
      const [only, ...others] = ast.types
      if (only !== undefined && others.length === 0) return kindWords(only)
      const literals = ast.types.flatMap((type) => type._tag === "Literal" ? [String(type.literal)] : [])
      return literals.length === ast.types.length ? `must be one of ${literals.join(", ")}` : undefined
    }
    default:
      return undefined
  }
}

/** Of header fields and cookies. */
const textsByName = "must be an object with names and values, such as {\"name\": \"value\"}"

/** A request has too many to list. */
const maxNames = 5

const fewNames = (names: ReadonlyArray<string>): string =>
  names.length === 0 || names.length > maxNames ? "" : ` with ${names.join(", ")}`

type Annotations = SchemaIssue.Filter["filter"]["annotations"]

const checkWords = (annotations: Annotations): string | undefined => {
  const { expected, representation } = annotations ?? {}
  const words = checks[representation?.id.replace("effect/schema/", "") ?? ""]
  return words?.(representation?.payload as Payload) ?? // of the check with this id
    (expected === undefined ? undefined : `must be ${expected}`)
}

type Payload = Readonly<Record<string, number>>

/** The checks of Effect that the schemas here use, by the name that each has in its metadata. */
const checks: Readonly<Record<string, ((payload: Payload) => string) | undefined>> = {
  // A number in a query.
  isStringFinite: () => "must be a number",
  isInt: () => "must be a whole number",
  isBetween: ({ maximum, minimum }) => `must be between ${minimum} and ${maximum}`,
  isGreaterThan: ({ exclusiveMinimum }) => `must be greater than ${exclusiveMinimum}`,
  isGreaterThanOrEqualTo: ({ minimum }) => `must be at least ${minimum}`,
  isLessThanOrEqualTo: ({ maximum }) => `must be at most ${maximum}`,
  isMinLength: ({ minLength }) =>
    minLength === 1 ? "must not be empty" : `must not have fewer than ${minLength} entries`,
  // Lists have words of their own (`maxEntries`).
  isMaxLength: ({ maxLength }) => `must not be longer than ${maxLength} characters`
}
