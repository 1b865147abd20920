import { ProfileLoggedOutProblem, SecretsUnavailableProblem } from "../../../../contract/api/Problems.ts"
import type { LoginFailed } from "../../../../crawling/profiles/log-in.ts"
import type { SecretsUnavailable } from "../../../../crawling/profiles/Secrets.ts"

export const secretsProblem = ({ reason }: SecretsUnavailable) =>
  new SecretsUnavailableProblem({
    detail: reason === "no key"
      ? "The service stores no secrets: its operator sets GLEANER_SECRETS_KEY_FILE."
      : "The profile was encrypted with a key that the service no longer has. Its operator adds that key to GLEANER_SECRETS_KEY_FILE, or you send the profile again."
  })

export const loggedOutProblem = ({ name, reason }: LoginFailed) =>
  new ProfileLoggedOutProblem({ detail: `The profile ${name} is logged out: ${reason}.` })
