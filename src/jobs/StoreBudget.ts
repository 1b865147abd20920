/**
 * The bytes that the store may hold, and who holds them. Documents leave a sixteenth to the ledgers, which say why a
 * document is missing. An owner may fill up to 15 times the space that is still free: nearly all of it when alone, less
 * when others come. So there is always room for a newcomer.
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

  /** A negative number gives bytes back. */
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
