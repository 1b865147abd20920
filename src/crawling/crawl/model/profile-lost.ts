import { Schema } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { ProfileFault } from "../../profiles/Profiles.ts"

/** The crawl cannot go on without its profile. */
export class ProfileLost extends Schema.TaggedError<ProfileLost>()("ProfileLost", {
  /** Code of the job's error. */
  code: Schema.Literals(["profile_logged_out", "secrets_unavailable"]),
  detail: Schema.String
}) {}

/** While the store is unavailable, the crawl waits. */
export const profileLost = (fault: ProfileFault): ProfileLost | StoreUnavailable => {
  switch (fault._tag) {
    case "StoreUnavailable":
      return fault
    case "LoginFailed":
      return new ProfileLost({
        code: "profile_logged_out",
        detail:
          `The profile ${fault.name} is logged out: ${fault.reason}. Correct the profile, and start the job again.`
      })
    case "ProfileUnknown":
      return new ProfileLost({
        code: "profile_logged_out",
        detail: `The profile ${fault.name} was deleted. Create it, and start the job again.`
      })
    case "SecretsUnavailable":
      return new ProfileLost({
        code: "secrets_unavailable",
        detail: "The profile cannot be decrypted: the service does not have its key in GLEANER_SECRETS_KEY_FILE."
      })
  }
}
