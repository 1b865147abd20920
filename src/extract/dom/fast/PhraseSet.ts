// Content takes 1.18 times the CPU without the automaton in NameBits.
import { TextUnits } from "./TextUnits.ts"

/**
 * Finds which of many phrases a text contains, ignoring case, with one step a character (Aho-Corasick). A regular
 * expression tries each alternative at every character.
 */
export class PhraseSet {
  /** Class of each code unit; 0 for code units in no phrase. */
  private readonly classes = new Uint8Array(0x10000)
  /**
   * One row for each state: the next state by class, then the bits of the phrases that end. A state is the offset of
   * its row.
   */
  private readonly rows: Int32Array
  private readonly width: number
  private readonly bitsAt: number

  /** Each phrase has the bits of `bitsOf`. */
  constructor(phrases: ReadonlyArray<string>, bitsOf: (phrase: string) => number = () => 1) {
    let classes = 1
    for (const unit of new Set(phrases.flatMap((phrase) => phrase.toLowerCase().split("")))) {
      for (const form of [unit, unit.toUpperCase()]) if (form.length === 1) this.classes[form.charCodeAt(0)] = classes
      classes++
    }
    this.bitsAt = classes
    this.width = classes + 1
    this.rows = new Int32Array((phrases.reduce((sum, { length }) => sum + length, 0) + 1) * this.width)
    let end = this.width
    const steps = new Map<number, Array<Step>>()
    for (const phrase of phrases) end = this.add(phrase, bitsOf(phrase), end, steps)
    this.link(steps)
  }

  /** The bits of all phrases in the text. */
  bitsIn(text: string): number {
    const { bitsAt, classes, rows } = this
    let state = 0
    let bits = rows[bitsAt]!
    const units = textUnits.of(text)
    for (let at = 0; at < text.length; at++) {
      state = rows[state + classes[units[at]!]!]!
      bits |= rows[state + bitsAt]!
    }
    return bits
  }

  /** Adds a path of states for the phrase, in rows from `free` on. Returns the end of the rows. */
  private add(phrase: string, bits: number, free: number, steps: Map<number, Array<Step>>): number {
    const { bitsAt, classes, rows, width } = this
    let state = 0
    let end = free
    for (let at = 0; at < phrase.length; at++) {
      const unit = classes[phrase.charCodeAt(at)]!
      if (rows[state + unit] === 0) {
        rows[state + unit] = end
        const known = steps.get(state)
        if (known === undefined) steps.set(state, [{ unit, to: end }])
        else known.push({ unit, to: end })
        end += width
      }
      state = rows[state + unit]!
    }
    rows[state + bitsAt]! |= bits
    return end
  }

  /** Completes the transitions: where no path continues, the longest suffix that begins a phrase does. */
  private link(steps: ReadonlyMap<number, ReadonlyArray<Step>>): void {
    const { bitsAt, rows } = this
    const waiting: Array<readonly [state: number, other: number]> = [[0, 0]]
    for (const [state, other] of waiting) {
      rows.copyWithin(state, other, other + bitsAt)
      rows[state + bitsAt]! |= rows[other + bitsAt]!
      for (const { to, unit } of steps.get(state) ?? []) {
        waiting.push([to, state === 0 ? 0 : rows[other + unit]!])
        rows[state + unit] = to
      }
    }
  }
}

const textUnits = new TextUnits()

/** Transition from one state to another, by the class of a code unit. */
interface Step {
  readonly unit: number
  readonly to: number
}
