import { cpuMillis, wallMillis } from "../../core/kernel/process-time.ts"

/**
 * The time of the page in work, in memory that the threads of a reader share. A page takes too long when its reader has
 * worked for more than the limit, and not when a busy machine let it wait.
 */
export class PageTime {
  readonly shared: SharedArrayBuffer
  private readonly times: Float64Array

  constructor(shared = new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT)) {
    this.shared = shared
    this.times = new Float64Array(shared)
  }

  begin(limit: number, wall = wallMillis(), cpu = cpuMillis()): void {
    this.times.set([limit, wall, cpu])
  }

  end(): void {
    this.times[0] = 0
  }

  isOver(wall = wallMillis(), cpu = cpuMillis()): boolean {
    const [limit = 0, wallAtBegin = 0, cpuAtBegin = 0] = this.times
    // Several threads may work at once, so the CPU time may be more than the time that has passed.
    return limit > 0 && wall - wallAtBegin > limit && cpu - cpuAtBegin > limit
  }
}

/** That of this process. */
export const pageTime = new PageTime()
