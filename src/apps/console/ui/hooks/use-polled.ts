import { useEffect, useState } from "preact/hooks"

/** Requests again every `interval` milliseconds while the page is visible, or only once without one. */
export const usePolled = <A>(
  request: (signal: AbortSignal) => Promise<A>,
  interval: number | undefined,
  key = ""
) => {
  const [state, setState] = useState<{ readonly value?: A | undefined; readonly error?: unknown }>({})
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const poll = async () => {
      if (!document.hidden || interval === undefined) {
        try {
          const value = await request(controller.signal)
          if (!controller.signal.aborted) setState({ value })
        } catch (error) {
          if (!controller.signal.aborted) setState(({ value }) => ({ value, error }))
        }
      }
      if (interval !== undefined && !controller.signal.aborted) timer = setTimeout(() => void poll(), interval)
    }
    void poll()
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [key, interval, turn])
  return { ...state, refresh: () => setTurn((now) => now + 1) }
}
