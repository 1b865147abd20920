import { Context } from "effect"

/** Facts about a request for its line in the log. The layers that serve it fill them in. */
export interface RequestFacts {
  /** The caller's `X-Request-Id`, or a new one. */
  readonly id: string
  /** The name of the caller's key. */
  key?: string
  /** The route as the documentation writes it, such as `/v1/jobs/{id}`. */
  route?: string
  /** The job that the path names. */
  job?: string
}

/** The request that this fiber serves. */
export const CurrentRequest = Context.Reference<RequestFacts | undefined>("gleaner/server/CurrentRequest", {
  defaultValue: () => undefined
})
