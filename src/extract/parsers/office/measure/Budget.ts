/** Bounds of what a document unfolds to. A document beyond them would end the process that reads it. */
export class Budget {
  private cells = maxCells
  private repeated = maxRepeated

  /** Cells of a grid, or of a cell that spans others. */
  takeCells(count: number): void {
    this.cells -= count
    if (this.cells < 0) throw new RangeError("too many cells")
  }

  /** Characters that a document has once and shows again. */
  takeRepeated(characters: number): void {
    this.repeated -= characters
    if (this.repeated < 0) throw new RangeError("too many repeats")
  }
}

/** A million empty cells take 500 MB and 2 seconds. A cell with a value counts as three. */
const maxCells = 1_000_000
/** More HTML than this is not read either. */
const maxRepeated = 10_000_000

/** The area of a sheet with values, which its reader fills with cells. */
export class Grid {
  private readonly budget: Budget
  private top = Number.POSITIVE_INFINITY
  private left = Number.POSITIVE_INFINITY
  private bottom = -1
  private right = -1
  private taken = 0

  constructor(budget: Budget) {
    this.budget = budget
  }

  /** A cell with a value, or that many equal rows and columns of it. */
  add(row: number, column: number, rows = 1, columns = 1): void {
    this.top = Math.min(this.top, row)
    this.left = Math.min(this.left, column)
    this.bottom = Math.max(this.bottom, row + rows - 1)
    this.right = Math.max(this.right, column + columns - 1)
    const area = (this.bottom - this.top + 1) * (this.right - this.left + 1)
    this.budget.takeCells(area - this.taken + 2 * rows * columns)
    this.taken = area
  }
}
