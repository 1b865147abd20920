import { GleanerError } from "../../../contract/client/index.ts"

export type Faults = Readonly<Record<string, string>>

/**
 * Divides an error of the API into faults to show beside their fields, and the rest of it. The faults of a list are
 * those of its field; `items` are the texts of a list.
 */
export const faultsOf = (
  error: unknown,
  fields: ReadonlyArray<string>,
  items: Readonly<Record<string, ReadonlyArray<string>>> = {}
): { readonly faults: Faults; readonly rest: unknown } => {
  if (!(error instanceof GleanerError)) return { faults: {}, rest: error }
  const faults: Record<string, string> = {}
  const others = error.errors.filter(({ detail, pointer = "" }) => {
    const name = fields.find((name) => pointer === `/${name}` || pointer.startsWith(`/${name}/`))
    if (name === undefined) return true
    const at = pointer.slice(name.length + 2)
    faults[name] ??= at === "" ? capitalized(detail) : `${items[name]?.[Number(at)] ?? placeOf(at)}: ${detail}`
    return false
  })
  if (error.errors.length > 0 && others.length === 0) return { faults, rest: undefined }
  return { faults, rest: new GleanerError({ ...error, errors: others }) }
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Lists count from 1 for people. */
const placeOf = (at: string): string => /^\d+$/.test(at) ? `Line ${Number(at) + 1}` : at
