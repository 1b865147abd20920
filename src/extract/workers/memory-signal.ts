/** The signal that a guard sends when memory runs out. It writes no core file. */
export const memorySignal = "SIGALRM"
