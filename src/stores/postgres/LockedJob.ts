/** The row of a job while its lock is held: what settling and leasing need. `settle` changes it as it goes. */
export interface LockedJob {
  readonly job: number
  readonly owner: string
  readonly url: string
  readonly options: string
  readonly status: string
  readonly maxPages: number
  readonly hashKey: bigint
  readonly head: number
  readonly hasSlot: boolean
  spent: number
  admitted: number
  settled: number
  known: number
  listed: number
  characters: number
  base: string | null
  wasFull: boolean
  isCut: boolean
  seedError: string | null
  documents: number
  errors: number
}
