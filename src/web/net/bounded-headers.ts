import { type Dispatcher, errors } from "undici"

/** Bytes of header fields in one response. */
export const maxHeaderBytes = 64 * 1024
/**
 * Characters of one field. Browsers stop at 4 KiB for a cookie; the longest fields of real sites are policies of a few
 * KiB.
 */
const maxFieldLength = 16 * 1024
/** Fields of one response; each line counts. Real responses have 10 to 60. */
const maxFields = 250

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2]

/** Fails a response whose header fields are too many or too long, before anything reads them. */
export const boundedHeaders: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch(options, {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onRequestUpgrade: (controller, status, headers, socket) =>
      handler.onRequestUpgrade?.(controller, status, headers, socket),
    onResponseStart: (controller, status, headers, message) => {
      if (isTooLarge(headers)) throw new errors.HeadersOverflowError("the header fields are too many or too long")
      handler.onResponseStart?.(controller, status, headers, message)
    },
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
    onResponseError: (controller, error) => handler.onResponseError?.(controller, error)
  })

const isTooLarge = (headers: Headers): boolean => {
  let fields = 0
  let bytes = 0
  for (const [name, value = ""] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      fields++
      bytes += name.length + one.length
      if (one.length > maxFieldLength || fields > maxFields || bytes > maxHeaderBytes) return true
    }
  }
  return false
}
