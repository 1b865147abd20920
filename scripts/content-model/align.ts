/**
 * For each word of a page whether the truth has it at this place: the heaviest common subsequence of the two, where a
 * match weighs more beside another match, so that words met by chance do not count. The truth follows the order of the
 * page.
 */
export const alignedWords = (page: Int32Array, truth: Int32Array): Uint8Array => {
  const matched = new Uint8Array(page.length)
  const width = truth.length + 1
  const known = new Set(truth)
  const moves = new Uint8Array(page.length * width)
  let above = new Uint16Array(width)
  let row = new Uint16Array(width)
  for (let i = 0; i < page.length; i++) {
    const word = page[i] as number
    if (!known.has(word)) continue
    for (let j = 1; j < width; j++) {
      let best = above[j] as number
      let move = up
      if ((row[j - 1] as number) > best) {
        best = row[j - 1] as number
        move = left
      }
      if (word === truth[j - 1]) {
        const weight = 1 + (page[i - 1] === truth[j - 2] ? 2 : 0) + (page[i + 1] === truth[j] ? 2 : 0)
        if ((above[j - 1] as number) + weight > best) {
          best = (above[j - 1] as number) + weight
          move = diagonal
        }
      }
      row[j] = best
      moves[i * width + j] = move
    }
    ;[above, row] = [row, above]
  }
  for (let i = page.length - 1, j = width - 1; i >= 0 && j > 0;) {
    const move = moves[i * width + j]
    if (move === diagonal) matched[i] = 1
    if (move !== left) i--
    if (move !== up) j--
  }
  return matched
}

const up = 0
const left = 1
const diagonal = 2
