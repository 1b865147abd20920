import { buildPrograms, programFile } from "./programs.ts"

buildPrograms()

/** The command as the package has it. */
export const builtCommand = programFile("main")

const neverLate = `
  import { syncBuiltinESMExports } from "node:module"
  import hooks from "node:perf_hooks"
  hooks.monitorEventLoopDelay = () => ({ mean: NaN, enable() {}, disable() {}, reset() {} })
  syncBuiltinESMExports()`

/**
 * Arguments of Node for that command where no test asks how busy it is: the machine may be busy with other tests, and
 * a service that measures that refuses work.
 */
export const undisturbed: ReadonlyArray<string> = [
  "--import",
  `data:text/javascript,${encodeURIComponent(neverLate)}`,
  builtCommand
]
