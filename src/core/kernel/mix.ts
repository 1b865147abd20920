/**
 * A hash in two lanes of 32 bits: a step for each unit, then murmur's finish. Functions of one expression, which V8
 * inlines in the loops of their callers. Stored fingerprints depend on these constants.
 */
export const mixLow = (low: number, unit: number): number => Math.imul(low ^ unit, 0x9E3779B1)

export const mixHigh = (high: number, unit: number): number => Math.imul(high ^ unit, 0x5F356495)

/** One lane at the end, which depends on both. */
export const finish = (lane: number, other: number): number =>
  Math.imul(lane ^ (lane >>> 16), 0x85EBCA6B) ^ Math.imul(other ^ (other >>> 13), 0xC2B2AE35)
