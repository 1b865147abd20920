/**
 * How far a reader stands back: two thirds of the weight that the service has. With more, a machine that is busy with
 * other things would leave readers too little to read a page in its time.
 */
export const readerNiceness = 2
