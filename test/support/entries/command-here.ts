import { commandOver } from "./command-over.ts"
import { loopback } from "./command-process.ts"

interface Surroundings {
  readonly cwd?: string
  readonly environment?: Readonly<Record<string, string>>
  /** Its stdin. Default: none. */
  readonly input?: string
}

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/**
 * A command line in this process, with its exit code and all that it writes. A process of its own takes half a second
 * of CPU more. Commands run one after another, because they share stdout and the current folder.
 */
export const commandHere = (args: ReadonlyArray<string>, surroundings: Surroundings = {}): Promise<Ended> => {
  const ended = last.then(() => runAlone(args, surroundings))
  last = ended.catch(() => undefined)
  return ended
}
let last: Promise<unknown> = Promise.resolve()

const runAlone = async (
  args: ReadonlyArray<string>,
  { cwd = process.cwd(), environment, input }: Surroundings
): Promise<Ended> => {
  const before = process.cwd()
  process.chdir(cwd)
  const { write } = process.stdout
  let written = ""
  process.stdout.write = (data: string | Uint8Array, ...more: ReadonlyArray<unknown>) => {
    written += Buffer.from(data as string).toString()
    const done = more.at(-1)
    if (typeof done === "function") done()
    return true
  }
  try {
    const { code, err, line, out } = await commandOver(args, { ...loopback, ...environment }, input)
    return { code, out: inLines(out) + written, err: inLines(err) + inLines(line === "" ? "" : `gleaner: ${line}`) }
  } finally {
    process.stdout.write = write
    process.chdir(before)
  }
}

const inLines = (text: string): string => text === "" ? "" : `${text}\n`
