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
    low = Math.imul(low ^ unit, 0x9E3779B1)
    high = Math.imul(high ^ unit, 0x5F356495)
  }
  low = Math.imul(low ^ (low >>> 16), 0x85EBCA6B) ^ Math.imul(high ^ (high >>> 13), 0xC2B2AE35)
  high = Math.imul(high ^ (high >>> 16), 0x85EBCA6B) ^ Math.imul(low ^ (low >>> 13), 0xC2B2AE35)
  hashed.low = low >>> 0
  hashed.high = low === 0 && high === 0 ? 1 : high >>> 0
}

/** The same as one signed number of 64 bits, under a key of 64 bits. */
export const hashOf = (text: string, key: bigint): bigint => {
  hash(text, Number(BigInt.asUintN(32, key)), Number(BigInt.asUintN(32, key >> 32n)))
  return BigInt.asIntN(64, (BigInt(hashed.high) << 32n) | BigInt(hashed.low))
}
