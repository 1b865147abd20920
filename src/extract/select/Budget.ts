/** Budget of nodes that the selectors of one page may visit. */
export class Budget {
  left: number

  constructor(steps: number) {
    this.left = steps
  }

  spend(steps = 1): void {
    this.left -= steps
    if (this.left < 0) throw new SelectorTooCostly()
  }
}

/** Thrown when the selectors exceed the cost of one page. */
export class SelectorTooCostly extends Error {}
