import { lowerUnit } from "./code-units.ts"
import { tokensOf } from "./page-words.ts"

/** The words by which a page describes itself, numbered from 1, so that its text can be compared with them without being cut up. */
export class Vocabulary {
  readonly titleSize: number
  readonly descriptionSize: number
  /** Neighbouring words of the declared texts, as one number each. */
  private readonly pairs = new Set<number>()
  private readonly words: Array<string> = [""]
  private readonly places: Uint8Array
  /** Open addressing by hash: 0 is free. */
  private readonly slots: Int32Array

  constructor(title: string, description: string, declared: ReadonlyArray<string>) {
    const ids = new Map<string, number>()
    const numbered = (text: string): ReadonlyArray<number> =>
      tokensOf(text).map((word) => {
        const known = ids.get(word)
        if (known !== undefined) return known
        ids.set(word, this.words.length)
        return this.words.push(word) - 1
      })
    const inTitle = new Set(numbered(title))
    const inDescription = new Set(numbered(description))
    const texts = declared.map(numbered)
    this.titleSize = inTitle.size
    this.descriptionSize = inDescription.size
    this.places = new Uint8Array(this.words.length)
    for (const id of inTitle) this.places[id] = titlePlace
    for (const id of inDescription) this.places[id] = (this.places[id] ?? 0) | descriptionPlace
    for (const text of texts) {
      for (let at = 1; at < text.length; at++) this.pairs.add(this.pairOf(text[at - 1] ?? 0, text[at] ?? 0))
    }
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(this.words.length * 2)))
    for (let id = 1; id < this.words.length; id++) this.place(id)
  }

  get hasPairs(): boolean {
    return this.pairs.size > 0
  }

  isInTitle(id: number): boolean {
    return ((this.places[id] ?? 0) & titlePlace) !== 0
  }

  isInDescription(id: number): boolean {
    return ((this.places[id] ?? 0) & descriptionPlace) !== 0
  }

  isPair(id: number, next: number): boolean {
    return this.pairs.has(this.pairOf(id, next))
  }

  /** The number of the word of this hash that stands there in the text, in whatever case; 0 where the page does not name it. */
  find(hash: number, text: string, from: number, to: number): number {
    const { slots, words } = this
    const mask = slots.length - 1
    for (let slot = hash & mask;; slot = (slot + 1) & mask) {
      const id = slots[slot] as number
      if (id === 0 || isSame(words[id] as string, text, from, to)) return id
    }
  }

  idOf(word: string): number {
    return this.find(hashOf(word), word, 0, word.length)
  }

  private pairOf(id: number, next: number): number {
    return id * this.words.length + next
  }

  private place(id: number): void {
    const { slots } = this
    let slot = hashOf(this.words[id] ?? "") & (slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = id
  }
}

const titlePlace = 1
const descriptionPlace = 2

/** FNV-1a over code units, one at a time. */
export const hashStart = 0x811c9dc5 | 0
export const hashStep = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)

const isSame = (word: string, text: string, from: number, to: number): boolean => {
  if (word.length !== to - from) return false
  for (let at = from; at < to; at++) if (word.charCodeAt(at - from) !== lowerUnit(text.charCodeAt(at))) return false
  return true
}

const hashOf = (word: string): number => {
  let hash = hashStart
  for (let at = 0; at < word.length; at++) hash = hashStep(hash, word.charCodeAt(at))
  return hash
}
