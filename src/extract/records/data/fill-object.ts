import type { ObjectShape, Shape } from "../../../core/domain/data/data-shape.ts"
import { pointerStep } from "../../../core/kernel/json-pointer.ts"

/** The data of an object. It has a value. */
export type Instance = Readonly<Record<string, unknown>>

const maxMissing = 1000

/**
 * The object of a shape, with the values that `valueOf` finds for its properties. The JSON pointers of the others are
 * added to `missing`. An object without values is missing as a whole.
 */
export const fillObject = (
  shape: ObjectShape,
  pointer: string,
  missing: Array<string>,
  valueOf: (property: Shape, step: string, name: string) => unknown
): Instance | undefined => {
  const found: Array<readonly [string, unknown]> = []
  const before = missing.length
  for (const [name, property] of shape.properties) {
    const step = pointerStep(name)
    const value = valueOf(property, step, name)
    if (value !== undefined) found.push([name, value])
    else if (missing.length < maxMissing) missing.push(pointer + step)
  }
  if (found.length > 0) return Object.fromEntries(found)
  if (pointer !== "") missing.length = before
  return undefined
}
