/** Signal sent by the guard when memory runs out. It writes no core file. */
export const memorySignal = "SIGALRM"

/** Signal sent by the guard when a page takes too long. It writes no core file either. */
export const timeSignal = "SIGVTALRM"
