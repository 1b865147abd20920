import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from "hyparquet-writer"
import type { CsvTable } from "./csv-table.ts"
import { numberColumns } from "./number-columns.ts"

/**
 * A Parquet file of a table, in pieces: bytes as soon as a row group is full, so only one of them is in memory.
 * Cells are texts, as in CSV but without its escapes, and numbers where the column has numbers. An empty cell is null.
 */
export class ParquetFile {
  private readonly sink = new ByteWriter()
  private readonly writer: ParquetWriter
  private readonly columns: ReadonlyArray<string>
  private rows: Array<ReadonlyArray<unknown>> = []
  private size = 0

  constructor({ columns }: Pick<CsvTable, "columns">) {
    this.columns = columns
    const columnData = columns.map((name) => sourceOf(name, []))
    this.writer = new ParquetWriter({
      writer: this.sink,
      schema: schemaFromColumnData({ columnData }),
      createdBy: "gleaner"
    })
  }

  /** Bytes to write, mostly none. */
  add(rows: ReadonlyArray<ReadonlyArray<unknown>>): Uint8Array {
    for (const row of rows) {
      this.rows.push(row)
      for (const cell of row) this.size += String(cell ?? "").length
    }
    if (this.size >= maxGroup || this.rows.length >= maxRows) this.writeGroup()
    return this.taken()
  }

  /** The last bytes of the file. */
  end(): Uint8Array {
    this.writeGroup()
    void this.writer.finish()
    return this.taken()
  }

  private writeGroup(): void {
    if (this.rows.length === 0) return
    const { columns, rows } = this
    const columnData = columns.map((name, index) => sourceOf(name, rows.map((row) => row[index])))
    // The sink has no flush, so this is synchronous.
    void this.writer.write({ columnData, rowGroupSize: rows.length })
    this.rows = []
    this.size = 0
  }

  private taken(): Uint8Array {
    const bytes = this.sink.getBytes().slice()
    this.sink.index = 0
    return bytes
  }
}

/** Characters and rows of a row group. Encoding one takes the thread a few milliseconds. */
const maxGroup = 1024 * 1024
const maxRows = 10_000

const sourceOf = (name: string, cells: ReadonlyArray<unknown>): ColumnSource => {
  const isNumber = numberColumns.has(name)
  return {
    name,
    type: isNumber ? "DOUBLE" : "STRING",
    nullable: true,
    offsetIndex: false,
    data: cells.map((cell) => {
      if (cell === undefined || cell === null || cell === "") return null
      return isNumber ? Number(cell) : String(cell).toWellFormed()
    })
  }
}
