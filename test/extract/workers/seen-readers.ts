import { Logger } from "effect"
import type { ChildProcess } from "node:child_process"
import * as diagnostics from "node:diagnostics_channel"

/** Log lines: a level and the first words of each. */
export const logged = () => {
  const lines: Array<string> = []
  const layer = Logger.layer([
    Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${[message].flat().slice(0, 1).join(" ")}`))
  ])
  return { lines, layer }
}

/** The processes that were started while `use` ran. */
export const readersSeen = (): { readonly started: ReadonlyArray<ChildProcess>; readonly stop: () => void } => {
  const started: Array<ChildProcess> = []
  const seen = (message: unknown): void => void started.push((message as { readonly process: ChildProcess }).process)
  diagnostics.subscribe("child_process", seen)
  return { started, stop: () => void diagnostics.unsubscribe("child_process", seen) }
}

export const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null
