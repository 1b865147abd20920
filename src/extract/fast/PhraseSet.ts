/**
 * Finds which of many phrases a text has, in upper or lower case, with one step a character (Aho and Corasick). An
 * expression that alternates them tries each at every character.
 */
export class PhraseSet {
  /** The class of each code unit; 0 for those that are in no phrase. */
  private readonly classes = new Uint8Array(0x10000)
  /** A row for each state: the next state by class, then the bits of the phrases that end. A state is its row's place. */
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

  isIn(text: string): boolean {
    const { bitsAt, classes, rows } = this
    let state = 0
    for (let at = 0; at < text.length && rows[state + bitsAt] === 0; at++) {
      state = rows[state + classes[text.charCodeAt(at)]!]!
    }
    return rows[state + bitsAt] !== 0
  }

  /** The bits of all phrases in the text. */
  bitsIn(text: string): number {
    const { bitsAt, classes, rows } = this
    let state = 0
    let bits = rows[bitsAt]!
    for (let at = 0; at < text.length; at++) {
      state = rows[state + classes[text.charCodeAt(at)]!]!
      bits |= rows[state + bitsAt]!
    }
    return bits
  }

  /** A path of states for the phrase, in rows from `free` on. Returns where the rows end. */
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

  /** Where no path goes on, the longest end of what was read that begins a phrase goes on. */
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

/** From one state to another, by the class of a code unit. */
interface Step {
  readonly unit: number
  readonly to: number
}
