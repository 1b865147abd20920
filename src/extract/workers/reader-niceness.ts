/**
 * Niceness of a reader: a third of the weight of the service. While a crawl and other programs used all cores, the p99 of
 * a probe was 13 ms instead of 35 with two thirds (2), at the same pages per second. With 10, a machine with 22 runnable
 * tasks left readers nothing.
 */
export const readerNiceness = 5
