type OptionalKey<A, K extends keyof A> = undefined extends A[K] ? K : never

/** The fields of `A`, with those that may be undefined as optional ones. */
export type Compact<A> =
  & { readonly [K in keyof A as K extends OptionalKey<A, K> ? never : K]: A[K] }
  & { readonly [K in keyof A as OptionalKey<A, K>]?: Exclude<A[K], undefined> }

/** The fields that are not undefined, for types with `exactOptionalPropertyTypes`. */
export const compact = <A extends object>(fields: A): Compact<A> => {
  const defined: Partial<A> = {}
  for (const key in fields) if (fields[key] !== undefined) defined[key] = fields[key]
  return defined as unknown as Compact<A> // as the loop above ensures, which the compiler cannot see
}
