import { signal } from "@preact/signals"
import { gleanerClient, GleanerError } from "../client/index.ts"

/** The user's session. `over`: it ended while the console was open, whose view stays behind the sign-in form. */
export type SessionState = "unknown" | "signed-out" | "signed-in" | "over"

export const session = signal<{ readonly state: SessionState; readonly name: string }>({ state: "unknown", name: "" })

/** Whether the service answered the last request. */
export const isReachable = signal(true)

/** Wraps `fetch` to detect an unreachable service and the end of the session. */
const watched: typeof fetch = async (...request) => {
  try {
    const response = await fetch(...request)
    isReachable.value = true
    if (response.status === 401 && session.value.state === "signed-in") {
      session.value = { ...session.value, state: "over" }
    }
    return response
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) reconnect()
    throw error
  }
}

/** The only access to the API. */
export const client = gleanerClient({ fetch: watched })
/** Client without retries, for requests that are polled. */
export const impatient = gleanerClient({ fetch: watched, tries: 1 })

/** Milliseconds. */
const pollInterval = 2000
let isLooking = false

/** Polls until the service is reachable. */
const reconnect = (): void => {
  isReachable.value = false
  if (isLooking) return
  isLooking = true
  setTimeout(() => {
    isLooking = false
    void resume()
  }, pollInterval)
}

/** Loads the session, at start and when the service is reachable again. */
export const resume = async (): Promise<void> => {
  const before = session.value
  try {
    const { name } = await impatient.session.get()
    session.value = { state: "signed-in", name }
  } catch (error) {
    if (!(error instanceof GleanerError) || error.status !== 401) return
    if (before.state === "unknown") session.value = { state: "signed-out", name: "" }
  }
}

/** Throws if the service refuses the key. */
export const signIn = async (key: string): Promise<void> => {
  const { name } = await gleanerClient({ fetch: watched, tries: 1 }).session.signIn(key)
  session.value = { state: "signed-in", name }
}

export const signOut = async (): Promise<void> => {
  session.value = { state: "signed-out", name: "" }
  await impatient.session.signOut().catch(() => undefined)
}
