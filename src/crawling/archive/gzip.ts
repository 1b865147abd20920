import * as zlib from "node:zlib"

/** A member of gzip, made in the thread pool. */
export const gzip = (bytes: Uint8Array): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    zlib.gzip(bytes, (error, packed) => error === null ? resolve(packed) : reject(error))
  })
