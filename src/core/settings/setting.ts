import { Config, type Duration, Equal } from "effect"
import type { Limits } from "../domain/options/Limits.ts"
import type { Kind } from "./kinds.ts"

/** A setting: its environment variable, description, default and example. */
export interface Setting<A> extends Declared<A> {
  readonly variable: string
  /** The default as shown in the documentation, `--help` and `doctor`. */
  readonly shown: string
  /** Formats a value as an operator would write it. */
  show(value: A): string
  readonly example: string
  readonly config: Config.Config<A>
}

interface Declared<A> {
  readonly about: string
  readonly default: A
  /** Its name in the limits of /v1/health. */
  readonly limit: keyof Limits | undefined
}

export const setting = <A>(variable: string, about: string, kind: Kind<A>, { default: value, example, limit, shown }: {
  readonly default: A
  readonly example: string
  readonly limit?: keyof Limits
  /** Text for a default that depends on the machine. */
  readonly shown?: string
}): Setting<A> => ({
  variable,
  about,
  default: value,
  limit,
  shown: shown ?? kind.show(value),
  show: (given) => Equal.equals(given, value) ? shown ?? kind.show(given) : kind.show(given),
  example,
  config: Config.withDefault(kind.read(variable), value)
})

/** A limit that is not a setting. It has a name and a reason, and tests can replace it. */
export type Constant<A extends ConstantValue> = Declared<A>

export type ConstantValue = number | Duration.Duration | ReadonlyArray<number>

export const constant = <A extends ConstantValue>(
  value: A,
  about: string,
  limit?: keyof Limits
): Constant<A> => ({ default: value, about, limit })
