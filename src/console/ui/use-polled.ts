import { useEffect, useState } from "preact/hooks"

export interface Polled<A> {
  readonly value: A | undefined
  readonly error: unknown
  readonly refresh: () => void
}

/** An answer that is asked for again and again, as long as the page is seen. Milliseconds; undefined asks once. */
export const usePolled = <A>(
  ask: (signal: AbortSignal) => Promise<A>,
  every: number | undefined,
  key = ""
): Polled<A> => {
  const [state, setState] = useState<{ readonly value: A | undefined; readonly error: unknown }>({
    value: undefined,
    error: undefined
  })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      if (!document.hidden || every === undefined) {
        try {
          const value = await ask(controller.signal)
          if (!controller.signal.aborted) setState({ value, error: undefined })
        } catch (error) {
          if (!controller.signal.aborted) setState(({ value }) => ({ value, error }))
        }
      }
      if (every !== undefined && !controller.signal.aborted) timer = setTimeout(() => void look(), every)
    }
    void look()
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [key, every, turn])
  return { ...state, refresh: () => setTurn((now) => now + 1) }
}
