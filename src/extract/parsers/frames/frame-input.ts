/** A frame that was fetched for its page. Plain data, because it crosses to readers. */
export interface FrameInput {
  /** Address in the page, in canonical form. */
  readonly address: string
  /** Absent if it could not be fetched. */
  readonly response?: FrameResponse
}

export interface FrameResponse {
  readonly finalUrl: string
  readonly headers: Readonly<Record<string, string>>
  /** In the content codings of the header. */
  readonly body: Uint8Array
  /** Bytes it may have without its codings. */
  readonly maxBytes: number
}

/** Max frames that are fetched for one page. */
export const maxFrames = 5
