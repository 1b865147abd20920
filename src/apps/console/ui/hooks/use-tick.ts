import { useEffect, useState } from "preact/hooks"

/** Renders again every `interval` milliseconds, for texts that depend on the clock. */
export const useTick = (interval: number): void => {
  const [, setTurn] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTurn((turn) => turn + 1), interval)
    return () => clearInterval(timer)
  }, [interval])
}
