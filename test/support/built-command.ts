import { buildPrograms, programFile } from "./programs.ts"

buildPrograms()

/** The command as the package has it. */
export const builtCommand = programFile("main")
