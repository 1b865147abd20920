/** Signal sent by the guard when memory runs out. It writes no core file. */
export const memorySignal = "SIGALRM"
