import { finish, mixHigh, mixLow } from "../../../core/kernel/mix.ts"
/** The result of the last call of `hash`. A new object for each call would be most of its cost. */
export const hashed = { low: 0, high: 0 }

/**
 * Two multiplicative lanes with murmur's finish (cyrb53 with all of its 64 bits). Never 0 in both: that marks a free
 * slot.
 */
export const hash = (text: string, keyLow: number, keyHigh: number): void => {
  let low = keyLow
  let high = keyHigh
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    low = mixLow(low, unit)
    high = mixHigh(high, unit)
  }
  low = finish(low, high)
  high = finish(high, low)
  hashed.low = low >>> 0
  hashed.high = low === 0 && high === 0 ? 1 : high >>> 0
}

/** The same as one signed number of 64 bits, under a key of 64 bits. */
export const hashOf = (text: string, key: bigint): bigint => {
  hash(text, Number(BigInt.asUintN(32, key)), Number(BigInt.asUintN(32, key >> 32n)))
  return BigInt.asIntN(64, (BigInt(hashed.high) << 32n) | BigInt(hashed.low))
}
