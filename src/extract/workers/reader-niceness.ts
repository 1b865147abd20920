/**
 * Niceness of a reader: a third of the weight of the service. While a crawl used both cores, the p99 of a probe was 13 ms
 * instead of 35 with two thirds (2), at the same pages per second. With 10, pages timed out on a busy machine.
 */
export const readerNiceness = 5
