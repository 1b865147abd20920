/**
 * Finds whether a text has any of many phrases, in upper or lower case, with one step a character (Aho and Corasick).
 * An expression that alternates them tries each at every character.
 */
export class PhraseSet {
  /** The class of each code unit; 0 for those that are in no phrase. */
  private readonly classes = new Uint8Array(0x10000)
  private readonly width: number
  /** The next state by state and class; `found` where a phrase ends. */
  private readonly next: Uint16Array

  constructor(phrases: ReadonlyArray<string>) {
    let width = 1
    for (const unit of new Set(phrases.flatMap((phrase) => phrase.toLowerCase().split("")))) {
      for (const form of [unit, unit.toUpperCase()]) if (form.length === 1) this.classes[form.charCodeAt(0)] = width
      width++
    }
    this.width = width
    this.next = new Uint16Array((phrases.reduce((sum, { length }) => sum + length, 0) + 1) * width)
    let states = 1
    for (const phrase of phrases) states = this.add(phrase, states)
    this.link()
  }

  isIn(text: string): boolean {
    const { classes, next, width } = this
    let state = 0
    for (let at = 0; at < text.length; at++) {
      state = next[state * width + (classes[text.charCodeAt(at)] as number)] as number
      if (state === found) return true
    }
    return false
  }

  /** A path of states for the phrase. What another phrase is the beginning of needs no more of it. */
  private add(phrase: string, states: number): number {
    let state = 0
    for (let at = 0; at < phrase.length; at++) {
      const step = state * this.width + (this.classes[phrase.charCodeAt(at)] as number)
      const known = this.next[step] as number
      if (known === found) return states
      if (at === phrase.length - 1) this.next[step] = found
      else if (known === 0) this.next[step] = states++
      state = this.next[step] as number
    }
    return states
  }

  /** Where no path goes on, the longest end of what was read that begins a phrase goes on. */
  private link(): void {
    const { next, width } = this
    const waiting: Array<readonly [state: number, other: number]> = [[0, 0]]
    for (const [state, other] of waiting) {
      for (let unit = 0; unit < width; unit++) {
        const step = state * width + unit
        const otherwise = state === 0 ? 0 : next[other * width + unit] as number
        if (next[step] === found) continue
        if (otherwise === found) next[step] = found
        else if (next[step] === 0) next[step] = otherwise
        else waiting.push([next[step] as number, otherwise])
      }
    }
  }
}

const found = 0xffff
