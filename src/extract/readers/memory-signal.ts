/** The sign that a reader's guard gives for want of memory: one that writes no core. */
export const memorySignal = "SIGALRM"
