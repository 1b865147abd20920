/** Parameters of a search in a job. */
export interface JobSearchQuery {
  /** Words or a question. */
  readonly q: string
  /** Maximum number of passages. Default: 10. */
  readonly limit?: number | undefined
  /** Maximum tokens of all passages together. */
  readonly max_tokens?: number | undefined
}
