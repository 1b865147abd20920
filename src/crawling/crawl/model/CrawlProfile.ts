import { Effect } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { credentialsFor, type SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import type { UsedProfile } from "../../profiles/logged-in.ts"
import type { Profiles } from "../../profiles/Profiles.ts"
import type { ProfileSession } from "../../profiles/ProfileSession.ts"
import { type ProfileLost, profileLost } from "./profile-lost.ts"

/** The profile of a crawl. */
export interface CrawlProfile extends UsedProfile<ProfileLost | StoreUnavailable> {
  /** Replaced by each login. */
  session: ProfileSession
}

/** Opens the profile of a crawl. One that was never used logs in. */
export const openProfile = (profiles: Profiles["Service"], owner: string, name: string) =>
  profiles.open(owner, name).pipe(
    Effect.map((session) => {
      const profile: CrawlProfile = {
        session,
        renew: (seen) =>
          profiles.renew(seen).pipe(
            Effect.tap((renewed) => Effect.sync(() => void (profile.session = renewed))),
            Effect.mapError(profileLost)
          ),
        refused: profileLost
      }
      return profile
    }),
    Effect.mapError(profileLost)
  )

/** The credentials of a crawl for a URL: those of its profile, or those of its request. */
export const credentialsBy =
  (profile: CrawlProfile | undefined, credentials: SiteCredentials | undefined) =>
  (url: string): SiteCredentials | undefined =>
    profile === undefined ? credentialsFor(credentials, new URL(url)) : profile.session.credentialsFor(url)
