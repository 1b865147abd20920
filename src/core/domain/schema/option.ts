import type { Schema } from "effect"

/** One option of a request. Without a default it changes nothing until it is given. */
export interface Option<A, I> {
  readonly schema: Schema.Codec<A, I>
  readonly about: string
}
export interface OptionWithDefault<A, I> extends Option<A, I> {
  readonly default: A
}

export const option = <A, I>(schema: Schema.Codec<A, I>, about: string): Option<A, I> => ({ schema, about })
export const optionWith = <A, I>(schema: Schema.Codec<A, I>, value: A, about: string): OptionWithDefault<A, I> => ({
  schema,
  about,
  default: value
})
