import { useState } from "preact/hooks"

/** The requests of a form, one at a time, with the error of the last one. */
export const useRequest = () => {
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const send = async (request: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await request()
    } catch (error) {
      setError(error)
    }
    setBusy(false)
  }
  return { error, forget: () => setError(undefined), isBusy, send }
}
