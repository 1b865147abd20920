/**
 * A copy that stands alone. A part of a text shares the memory of the whole: the texts of a tree share the source of
 * the page, and a host shares its URL. A stored substring would keep the whole alive. The engine copies slices
 * of fewer than 13 characters by itself.
 */
export const ownText = (text: string): string => text.length < minShared ? text : ` ${text}`.slice(1)

const minShared = 13
