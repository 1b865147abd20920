/**
 * The byte quota of the store, shared by owners. Documents leave a sixteenth to the ledgers, which give the reason if a
 * document is missing. An owner may use up to 15 times the space that is free: nearly all of it when alone, less with
 * other owners. A new owner therefore always finds free space. Errors, which say that the store is full, may use a
 * sixteenth more.
 */
export class StoreBudget {
  private readonly limit: number
  private readonly owners = new Map<string, number>()
  private total = 0

  constructor(limit: number) {
    this.limit = limit
  }

  get held(): number {
    return this.total
  }

  /** A negative number frees bytes. */
  add(owner: string, bytes: number): void {
    this.total += bytes
    const own = (this.owners.get(owner) ?? 0) + bytes
    if (own === 0) this.owners.delete(owner)
    else this.owners.set(owner, own)
  }

  hasCapacityForDocument(owner: string, bytes: number): boolean {
    const free = this.limit * documentShare - this.held - bytes
    return (this.owners.get(owner) ?? 0) + bytes <= free * share
  }

  hasCapacityForRow(bytes: number): boolean {
    return this.held + bytes <= this.limit
  }

  hasCapacityForError(bytes: number): boolean {
    return this.held + bytes <= this.limit + Math.max(this.limit * errorShare, minErrors)
  }
}

const documentShare = 15 / 16
const errorShare = 1 / 16
/** In bytes. Also a very small store says what it leaves out. */
const minErrors = 8 * 1024
const share = 15
