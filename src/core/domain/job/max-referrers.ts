/** Maximum number of referring pages recorded per failed URL. */
export const maxReferrers = 10
