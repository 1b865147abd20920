/**
 * The bytes that the store may hold, and who holds them. Documents leave a sixteenth to the ledgers, which say why a document
 * is missing. Of what is the documents', an owner may hold fifteen times what it leaves free: nearly all of it when alone, its
 * part when others come, and there is always room for one who has nothing yet.
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

  /** Less than zero gives back. */
  add(owner: string, bytes: number): void {
    this.total += bytes
    const own = (this.owners.get(owner) ?? 0) + bytes
    if (own === 0) this.owners.delete(owner)
    else this.owners.set(owner, own)
  }

  hasRoomForDocument(owner: string, bytes: number): boolean {
    const free = this.limit * documentShare - this.held - bytes
    return (this.owners.get(owner) ?? 0) + bytes <= free * share
  }

  hasRoomForRow(bytes: number): boolean {
    return this.held + bytes <= this.limit
  }
}

const documentShare = 15 / 16
const share = 15
