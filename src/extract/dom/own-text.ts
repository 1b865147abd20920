/**
 * A copy that stands alone. The texts of a tree share the memory of the page's source, so one that outlives the page
 * would keep all of it alive. The engine copies slices of fewer than 13 characters by itself.
 */
export const ownText = (text: string): string => text.length < shortestShared ? text : ` ${text}`.slice(1)

const shortestShared = 13
