import { useEffect, useReducer } from "preact/hooks"

/** Renders again every `interval` milliseconds, for texts that depend on the clock. */
export const useTick = (interval: number): void => {
  const [, tick] = useReducer((turn: number) => turn + 1, 0)
  useEffect(() => {
    const timer = setInterval(() => tick(undefined as never), interval)
    return () => clearInterval(timer)
  }, [interval])
}
