/** A rule while it is typed: names of fields may be empty or equal for a moment, so they are a list. */
export interface TypedRule {
  readonly type: string
  readonly select: string
  readonly fields: ReadonlyArray<readonly [name: string, place: string]>
}

/** The value of a form field holds the rules as JSON. */
export const typedRules = (json: string): ReadonlyArray<TypedRule> =>
  json === "" ? [] : JSON.parse(json) as ReadonlyArray<TypedRule> // written by jsonOfRules

export const jsonOfRules = (rules: ReadonlyArray<TypedRule>): string => rules.length === 0 ? "" : JSON.stringify(rules)

/** The rules as the API takes them. Empty rules, and fields without a name or a place, are left out. */
export const sentRules = (json: string): ReadonlyArray<object> =>
  typedRules(json).filter(({ fields, select, type }) => `${type}${select}${fields.join("")}`.search(/[^,\s]/) >= 0).map(
    ({ fields, select, type }) => ({
      ...(type.trim() === "" ? {} : { type: type.trim() }),
      ...(select.trim() === "" ? {} : { select: select.trim() }),
      fields: Object.fromEntries(
        fields.map(([name, place]) => [name.trim(), place.trim()]).filter((pair) => !pair.includes(""))
      )
    })
  )
