import { buildPrograms, programFile } from "./programs.ts"

buildPrograms()

/** The command as the package has it. */
export const builtCommand = programFile("main")

/** Arguments of Node for the command in a process of its own: with a large young generation it starts in 8 % less time. */
export const commandAlone: ReadonlyArray<string> = [
  "--min-semi-space-size=32",
  "--max-semi-space-size=64",
  builtCommand
]

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
