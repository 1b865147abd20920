/**
 * Niceness of a reader: two thirds of the weight of the service. A higher one would let pages time out on a busy
 * machine.
 */
export const readerNiceness = 2
