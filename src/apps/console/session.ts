import { signal } from "@preact/signals"
import { gleanerClient, GleanerError } from "../../contract/client/index.ts"

interface SessionState {
  /** `over`: ended while the console was open. The view stays visible behind the form to sign in again. */
  readonly state: "unknown" | "signed-out" | "signed-in" | "over"
  readonly name: string
}

export const session = signal<SessionState>({ state: "unknown", name: "" })

/** Whether the service answered the last request. */
export const isReachable = signal(true)

/** The browser's fetch. It records that the service is away and that the session is over. */
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
/** Sends each request once, for callers that poll or report an error at once. */
export const singleTry = gleanerClient({ fetch: watched, tries: 1 })

/** Milliseconds. */
const pollInterval = 2000
let isWaiting = false

/** Polls until the service is back. */
const reconnect = (): void => {
  isReachable.value = false
  if (isWaiting) return
  isWaiting = true
  setTimeout(() => {
    isWaiting = false
    void resume()
  }, pollInterval)
}

/** Reads the session: at first, and when the service is back. */
export const resume = async (): Promise<void> => {
  const before = session.value
  try {
    const { name } = await singleTry.session.get()
    session.value = { state: "signed-in", name }
  } catch (error) {
    if (!(error instanceof GleanerError) || error.status !== 401) return
    if (before.state === "unknown") session.value = { state: "signed-out", name: "" }
  }
}

/** Throws if the service refuses the key. */
export const signIn = async (key: string): Promise<void> => {
  const { name } = await singleTry.session.signIn(key)
  session.value = { state: "signed-in", name }
}

export const signOut = async (): Promise<void> => {
  // Pages of the user, which the next one must not see.
  sessionStorage.clear()
  session.value = { state: "signed-out", name: "" }
  await singleTry.session.signOut().catch(() => undefined)
}
