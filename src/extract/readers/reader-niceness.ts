/** How far a reader stands back: a third of the weight that the service has. */
export const readerNiceness = 5
