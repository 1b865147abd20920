/** How many pages that link to a URL are told of it. */
export const maxReferrers = 10
