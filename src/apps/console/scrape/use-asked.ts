import { useEffect, useRef, useState } from "preact/hooks"

/** A request that the user starts with a press, and its result. */
export const useAsked = <A>(request: (signal: AbortSignal) => Promise<A>) => {
  const [state, setState] = useState<{ readonly value?: A; readonly error?: unknown }>({})
  const [isBusy, setBusy] = useState(false)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const ask = async () => {
    const { signal } = controller.current = new AbortController()
    setBusy(true)
    const next = await request(signal).then((value) => ({ value }), (error: unknown) => ({ error }))
    if (signal.aborted) return
    setState(next)
    setBusy(false)
  }
  return { ...state, isBusy, ask: () => void ask() }
}
