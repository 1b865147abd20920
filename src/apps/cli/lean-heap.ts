import * as v8 from "node:v8"

/**
 * Limits the heap growth of this process, for a service whose pages are read by other processes. Saves 100 MiB in a
 * crawl of one host. Call it after the program has been loaded: a start with a small heap takes 40 ms more.
 */
export const leanHeap = (): void => {
  for (const flag of flags) v8.setFlagsFromString(flag)
}

const flags = [
  // Leave the young generation at its initial 16 MiB. It would grow to 128 MiB, although few objects here outlive their
  // page.
  "--semi-space-growth-factor=1",
  // Start the next full collection when the heap has grown by this percentage. V8 would wait for several times the
  // size, since it does not count the buffers of bodies and documents, which are freed with the heap.
  "--heap-growing-percent=40",
  // Do not allocate parts of pages in the old generation: there they retain all that they refer to until the next full
  // collection.
  "--no-allocation-site-pretenuring"
]
