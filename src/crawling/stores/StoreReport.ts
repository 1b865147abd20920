/** Facts about a store, for operators. */
export interface StoreReport {
  /** With its version. */
  readonly engine: string
  /** The version of the schema. 0 without tables. */
  readonly schema: number
  readonly bytes: number
  /** Number of processes that use it now, as far as the store knows. */
  readonly nodes: number
}
