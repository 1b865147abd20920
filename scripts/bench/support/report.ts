/** The arguments of a benchmark: numbers in order, and whether to print JSON. */
export const numbersFrom = (...standard: ReadonlyArray<number>): ReadonlyArray<number> => {
  const given = process.argv.slice(2).filter((argument) => argument !== "--json").map(Number)
  return standard.map((value, index) => given[index] ?? value)
}

export type Row = Readonly<Record<string, string | number>>

/** A table for a person, or (with `--json`) the rows as JSON. */
export const report = (rows: ReadonlyArray<Row>): void => {
  if (process.argv.includes("--json")) return void process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = [names, ...rows.map((row) => names.map((name) => shown(row[name])))]
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  for (const line of cells) {
    console.log(
      line.map((cell, column) => column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)).join(
        "  "
      )
    )
  }
}

const shown = (value: string | number | undefined): string =>
  typeof value === "number" ? String(Math.round(value * 100) / 100) : value ?? ""

export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: ReadonlyArray<number>): number => quantile(values, 0.5)
