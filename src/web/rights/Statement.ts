import type { IgnoredStatement } from "../../core/domain/document/Explanation.ts"
import type { ContentUse, Price, Rights } from "../../core/domain/document/Rights.ts"
import type { Purpose, Signals } from "../../core/domain/document/Signals.ts"
import { contentUses } from "../../core/domain/names/page-uses.ts"
import { purposes } from "../../core/domain/names/page-uses.ts"

/** A statement of one source about the use of a page. */
export interface Statement {
  readonly from: string
  readonly text: string
  readonly uses?: Signals
  readonly contentUse?: ContentUse
  readonly directives?: ReadonlyArray<string>
  /** Absolute URL. */
  readonly license?: string
  readonly tdm?: { readonly reserved?: boolean; readonly policy?: string }
  readonly price?: Price
  /** The reason why the statement does not parse. Then it says nothing. */
  readonly fault?: string
}

/** Max characters of a statement that are shown. */
const maxText = 500
/** Max sources and licenses of a page. */
const maxSources = 50

/** All statements together: of two about one use, the more restrictive wins. */
export const rightsOf = (all: ReadonlyArray<Statement>): Rights => {
  const statements = all.filter(({ fault }) => fault === undefined)
  const uses: { [P in Purpose]?: "yes" | "no" } = {}
  for (const { uses: own = {} } of statements) {
    for (const purpose of purposes) {
      const answer = own[purpose]
      if (answer !== undefined && uses[purpose] !== "no") uses[purpose] = answer
    }
  }
  const allowed = new Set(statements.map(({ contentUse }) => contentUse))
  const contentUse = contentUses.find((use) => allowed.has(use))
  const directives = [...new Set(statements.flatMap(({ directives = [] }) => directives))]
  const licenses = statements.flatMap(({ from, license }) => license === undefined ? [] : [{ url: license, from }])
  const urls = new Set<string>()
  const distinct = licenses.filter(({ url }) => !urls.has(url) && urls.add(url)).slice(0, maxSources)
  const tdm = miningOf(statements)
  const price = priceIn(statements)
  return {
    ...(Object.keys(uses).length === 0 ? {} : { uses }),
    ...(contentUse === undefined ? {} : { content_use: contentUse }),
    ...(directives.length === 0 ? {} : { directives }),
    ...(distinct.length === 0 ? {} : { licenses: distinct }),
    ...(tdm === undefined ? {} : { tdm }),
    ...(price === undefined ? {} : { price }),
    sources: statements.slice(0, maxSources).map(({ from, text }) => ({ from, text: text.slice(0, maxText) }))
  }
}

/** The first price with an amount, else the first price. */
export const priceIn = (priced: ReadonlyArray<{ readonly price?: Price | undefined }>): Price | undefined => {
  const prices = priced.flatMap(({ price }) => price ?? [])
  return prices.find(({ amount }) => amount !== undefined) ?? prices[0]
}

const miningOf = (statements: ReadonlyArray<Statement>): Rights["tdm"] => {
  const all = statements.flatMap(({ tdm }) => tdm ?? [])
  const policy = all.find(({ policy }) => policy !== undefined)?.policy
  const answers = all.flatMap(({ reserved }) => reserved ?? [])
  if (answers.length === 0 && policy === undefined) return undefined
  return { reserved: answers.includes(true), ...(policy === undefined ? {} : { policy }) }
}

/** The statements that do not parse, as an explanation lists them. */
export const ignoredOf = (statements: ReadonlyArray<Statement>): ReadonlyArray<IgnoredStatement> =>
  statements.flatMap(({ fault, from, text }) =>
    fault === undefined ? [] : [{ from, text: text.slice(0, maxText), fault }]
  )
    .slice(0, maxSources)
