import { SchemaIssue } from "effect"

const formatted = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    const said = SchemaIssue.defaultLeafHook(issue)
    // A schema's own message wins.
    return issue._tag === "InvalidType" && said.startsWith("Expected ") ? kindWords(issue.ast) ?? said : said
  }
})

/** The faults of a value and the values in it, each as the end of a sentence. */
export const faultWords = (issue: SchemaIssue.Issue) => {
  const kind = issue._tag === "AnyOf" && issue.issues.length === 0 ? kindWords(issue.ast) : undefined
  return formatted(issue).issues.map(({ message, path }) => ({ message: plain(message, kind), path: path ?? [] }))
}

const plain = (message: string, kind: string | undefined): string => {
  if (message === "Missing key") return "is missing"
  const expected = /^Expected (.*)$/s.exec(message)?.[1]
  return expected === undefined ? message : kind ?? checkWords(expected) ?? `must be ${expected}`
}

type Ast = SchemaIssue.InvalidType["ast"]

const kindWords = (ast: Ast): string | undefined => {
  switch (ast._tag) {
    case "Boolean":
      return "must be true or false"
    case "Number":
      return "must be a number"
    case "String":
      return "must be text"
    case "Arrays":
      return "must be a list"
    case "Objects":
      return `must be an object${fewNames(ast.propertySignatures.map(({ name }) => String(name)))}`
    case "Union": {
      const [only, ...others] = ast.types
      return only === undefined || others.length > 0 ? undefined : kindWords(only)
    }
    default:
      return undefined
  }
}

/** A request has too many to list. */
const maxNames = 5

const fewNames = (names: ReadonlyArray<string>): string =>
  names.length === 0 || names.length > maxNames ? "" : ` with ${names.join(", ")}`

/** The checks of Effect that our schemas use. */
const checkWords = (expected: string): string | undefined => {
  if (expected === "an integer") return "must be a whole number"
  if (expected === "a value with a length of at least 1") return "must not be empty"
  const [, relation = "", bound = ""] =
    /^a value (greater than or equal to|less than or equal to|with a length of at most|between|greater than) (.*)$/
      .exec(expected) ?? []
  return relations[relation]?.(bound)
}

const relations: Readonly<Record<string, ((bound: string) => string) | undefined>> = {
  "greater than or equal to": (bound) => `must be at least ${bound}`,
  "less than or equal to": (bound) => `must be at most ${bound}`,
  "greater than": (bound) => `must be greater than ${bound}`,
  "between": (bound) => `must be between ${bound}`,
  // Lists have words of their own (`maxEntries`).
  "with a length of at most": (bound) => `must not be longer than ${bound} characters`
}
