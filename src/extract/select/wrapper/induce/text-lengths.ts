import type { PageIndex } from "../PageIndex.ts"

/** Characters of text below each element of a page, by place. */
export const textLengths = (index: PageIndex): Float64Array => {
  const before = known.get(index)
  if (before !== undefined) return before
  const lengths = new Float64Array(index.elements.length)
  for (let place = lengths.length - 1; place >= 0; place--) {
    const element = index.elements[place]!
    let length = lengths[place]!
    for (let node = element.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) length += node.data.trim().length
    }
    lengths[place] = length
    const parent = index.placeOf(element.parentNode)
    if (parent >= 0) lengths[parent]! += length
  }
  known.set(index, lengths)
  return lengths
}

const known = new WeakMap<PageIndex, Float64Array>()
