/** Whether any of the blocks from `from` to before `to` is kept. */
export const hasKept = (kept: Uint8Array, from: number, to: number): boolean => {
  for (let index = from; index < to; index++) if (kept[index] === 1) return true
  return false
}
