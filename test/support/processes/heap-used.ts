import * as v8 from "node:v8"
import * as vm from "node:vm"

v8.setFlagsFromString("--expose-gc")
const collectGarbage: () => void = vm.runInNewContext("gc")

/** Bytes that live objects take, after a collection. */
export const heapUsed = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

export const megabyte = 1_000_000
