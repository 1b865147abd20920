import { Config, type Duration, Equal } from "effect"
import type { Limits } from "../domain/Limits.ts"
import type { Kind } from "./kinds.ts"

/** An operator's decision: its variable, why it is there, the value without it, and an example. */
export interface Setting<A> extends Declared<A> {
  readonly variable: string
  /** The standard value as README, `--help` and `doctor` show it. */
  readonly shown: string
  /** A value as it would be written. */
  show(value: A): string
  readonly example: string
  readonly config: Config.Config<A>
}

interface Declared<A> {
  readonly about: string
  readonly standard: A
  /** Its name among the limits of the health answer. */
  readonly limit: keyof Limits | undefined
}

export const setting = <A>(variable: string, about: string, kind: Kind<A>, { example, limit, shown, standard }: {
  readonly standard: A
  readonly example: string
  readonly limit?: keyof Limits
  /** For a standard value that depends on the machine. */
  readonly shown?: string
}): Setting<A> => ({
  variable,
  about,
  standard,
  limit,
  shown: shown ?? kind.show(standard),
  show: (value) => Equal.equals(value, standard) ? shown ?? kind.show(value) : kind.show(value),
  example,
  config: Config.withDefault(kind.read(variable), standard)
})

/** A bound that is nobody's decision: it has a name and a reason, and tests put another in its place. */
export type Constant<A extends number | Duration.Duration> = Declared<A>

export const constant = <A extends number | Duration.Duration>(
  standard: A,
  about: string,
  limit?: keyof Limits
): Constant<A> => ({ standard, about, limit })
