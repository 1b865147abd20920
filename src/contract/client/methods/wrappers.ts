import type { CallOptions, connect } from "../connection.ts"
import type {
  Wrapper,
  WrapperCheck,
  WrapperCheckRequest,
  WrapperEdit,
  WrapperList,
  WrapperRelearnRequest,
  WrapperRequest
} from "../wire.ts"

/** Rules that read data from the pages of one layout. */
export interface WrapperMethods {
  /**
   * Starts to learn rules from examples, or from what the operator's model reads. `get` the wrapper until its status is
   * not `learning`.
   */
  readonly create: (request: WrapperRequest, call?: CallOptions) => Promise<Wrapper>
  /** Lists the wrappers of the key, oldest first. */
  readonly list: (
    page?: CallOptions & { readonly after?: string | undefined; readonly limit?: number | undefined }
  ) => Promise<WrapperList>
  readonly get: (id: string, call?: CallOptions) => Promise<Wrapper>
  /** Renames the wrapper, or replaces its rules by edited ones. */
  readonly edit: (id: string, edit: WrapperEdit, call?: CallOptions) => Promise<Wrapper>
  /** Tries the rules on pages. Nothing is stored. */
  readonly check: (id: string, pages: WrapperCheckRequest, call?: CallOptions) => Promise<WrapperCheck>
  /** Learns the rules anew from data that pages had before. `get` the wrapper until its status is not `learning`. */
  readonly relearn: (id: string, request?: WrapperRelearnRequest, call?: CallOptions) => Promise<Wrapper>
  /** Deletes the wrapper, and stops learning it. */
  readonly delete: (id: string, call?: CallOptions) => Promise<Wrapper>
}

export const wrapperMethods = ({ json }: Pick<ReturnType<typeof connect>, "json">): WrapperMethods => {
  const path = (id: string) => `/v1/wrappers/${encodeURIComponent(id)}`
  return {
    // Sent once: a lost answer must not become a second wrapper.
    create: (body, call) => json("/v1/wrappers", { ...call, body, tries: 1 }),
    list: ({ signal, ...query } = {}) => json("/v1/wrappers", { signal, query }),
    get: (id, call) => json(path(id), { ...call }),
    edit: (id, body, call) => json(path(id), { ...call, method: "PUT", body }),
    check: (id, body, call) => json(`${path(id)}/check`, { ...call, body }),
    relearn: (id, body = {}, call) => json(`${path(id)}/relearn`, { ...call, body }),
    delete: (id, call) => json(path(id), { ...call, method: "DELETE" })
  }
}
