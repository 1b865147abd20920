import { isTraversal, parse, type Selector as Token, SelectorType } from "css-what"
import { Result } from "effect"

/** A valid selector as a list of alternatives, the input of a matcher. */
export type SelectorTokens = ReadonlyArray<ReadonlyArray<Token>>

/** Parses and validates a selector. The error message completes a sentence. */
export const parseSelector = (source: string): Result.Result<SelectorTokens, string> => {
  if (source.trim() === "") return Result.fail("is empty; give a CSS selector such as main or .price")
  if (source.length > maxSelectorLength) return Result.fail(`is longer than ${maxSelectorLength} characters`)
  try {
    const alternatives = parse(source)
    const fault = alternatives.map((tokens) => faultOf(tokens, false)).find((found) => found !== undefined)
    return fault === undefined ? Result.succeed(alternatives) : Result.fail(fault)
  } catch {
    return Result.fail("is not a CSS selector; give one such as main or .price")
  }
}

export const maxSelectorLength = 500

/** `first` may be a combinator only inside `:has`, whose selectors are relative. */
const faultOf = (tokens: ReadonlyArray<Token>, isRelative: boolean): string | undefined => {
  const [first] = tokens
  const last = tokens.at(-1)
  if (first === undefined || last === undefined || isTraversal(last) || (isTraversal(first) && !isRelative)) {
    return "has a combinator without a selector beside it"
  }
  return tokens.map(faultOfToken).find((fault) => fault !== undefined)
}

const faultOfToken = (token: Token): string | undefined => {
  switch (token.type) {
    case SelectorType.PseudoElement:
      return `names the pseudo-element ::${token.name}, which is not an element of the page`
    case SelectorType.Parent:
      return "contains <, which is not a CSS combinator"
    case SelectorType.ColumnCombinator:
      return "has the column combinator ||, which no browser knows"
    case SelectorType.Attribute:
      if (token.action === "not") return "has !=, which is not CSS; write :not([name=value])"
      // Browsers fold the case of ASCII letters only (Selectors 4 section 6.3). The matcher folds all letters.
      if (token.ignoreCase === true && /[^ -~]/.test(token.value)) {
        return "has the flag i beside letters beyond ASCII, whose case browsers do not ignore; leave the flag out"
      }
      return token.namespace === null ? undefined : namespaced
    case SelectorType.Tag:
    case SelectorType.Universal:
      return token.namespace === null ? undefined : namespaced
    case SelectorType.Pseudo:
      return faultOfPseudo(token.name, token.data)
    default:
      return undefined
  }
}

const namespaced = "has a namespace; leave it out"

const faultOfPseudo = (name: string, data: string | ReadonlyArray<ReadonlyArray<Token>> | null): string | undefined => {
  const takes = pseudoClasses.get(name)
  if (takes === undefined) return `has the pseudo-class :${name}, which is not supported; ${supported}`
  if (takes === "nothing") return data === null ? undefined : `has an argument for :${name}, which takes none`
  if (takes === "position") return typeof data === "string" && isPosition(data) ? undefined : positionFault(name)
  if (typeof data === "string" || data === null || data.length === 0) return `needs a selector in :${name}(...)`
  return data.map((tokens) => faultOf(tokens, name === "has")).find((fault) => fault !== undefined)
}

/** CSS Syntax 3 section 6: `An+B`. */
const isPosition = (text: string): boolean => /^\s*(?:even|odd|[+-]?\d+|[+-]?\d*n(?:\s*[+-]\s*\d+)?)\s*$/i.test(text)

const positionFault = (name: string): string => `needs a position in :${name}(...), such as 2, odd or 3n+1`

/** Pseudo-classes with the same meaning on a tree as in a browser, and the kind of their argument. */
const pseudoClasses: ReadonlyMap<string, "selectors" | "position" | "nothing"> = new Map([
  ["is", "selectors"],
  ["where", "selectors"],
  ["not", "selectors"],
  ["has", "selectors"],
  ["nth-child", "position"],
  ["nth-last-child", "position"],
  ["nth-of-type", "position"],
  ["nth-last-of-type", "position"],
  ["first-child", "nothing"],
  ["last-child", "nothing"],
  ["only-child", "nothing"],
  ["first-of-type", "nothing"],
  ["last-of-type", "nothing"],
  ["only-of-type", "nothing"],
  ["root", "nothing"],
  ["empty", "nothing"]
])

const supported = `the supported ones are ${[...pseudoClasses.keys()].map((name) => `:${name}`).join(", ")}`
