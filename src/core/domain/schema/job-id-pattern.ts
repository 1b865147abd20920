/** The ids of jobs: 128 bits in lower-case hexadecimal. */
export const jobIdPattern = /^[0-9a-f]{32}$/
