import type { CDPSession, Protocol } from "puppeteer-core"
import type { EgressGate } from "./EgressProxy.ts"

/**
 * Logs the page in at its gate. The browser sends the credentials with all later requests of the context. Enable the
 * domain Fetch with `handleAuthRequests` then.
 */
export const logInToProxy = (session: CDPSession, { credentials }: EgressGate): void => {
  if (credentials === undefined) return
  const tried = new Set<string>()
  session.on("Fetch.authRequired", ({ authChallenge, requestId }: Protocol.Fetch.AuthRequiredEvent) => {
    const isProxy = authChallenge.source === "Proxy" && !tried.has(requestId)
    tried.add(requestId)
    const authChallengeResponse = isProxy
      ? { response: "ProvideCredentials" as const, ...credentials }
      : { response: "CancelAuth" as const }
    // The page may have closed.
    void session.send("Fetch.continueWithAuth", { requestId, authChallengeResponse }).catch(() => undefined)
  })
}
