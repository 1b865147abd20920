import { Redacted } from "effect"
import type { ProfileLogin } from "../../core/domain/profile/Profile.ts"
import type { SiteCredentials } from "../../core/domain/SiteCredentials.ts"
import type { BrowserSession } from "../../web/render/page/browser-session.ts"

type Values = Readonly<Record<string, string>>

/** The secrets of a profile, in clear. */
export interface ProfileValues {
  readonly cookies: Values
  readonly headers: Values
  readonly storage: Readonly<Record<string, Values>>
  readonly login?: ProfileLogin
  /** Of the last login. */
  readonly session?: BrowserSession
}

/** A profile as it was opened. */
export interface OpenedProfile {
  readonly owner: string
  readonly name: string
  readonly origins: ReadonlyArray<string>
  readonly version: number
}

/** A profile that is in use. Its values are in no log, because only `credentialsFor` returns them, redacted. */
export class ProfileSession {
  readonly profile: OpenedProfile
  readonly #values: ProfileValues

  constructor(profile: OpenedProfile, values: ProfileValues) {
    this.profile = profile
    this.#values = values
  }

  get values(): ProfileValues {
    return this.#values
  }

  get needsLogin(): boolean {
    return this.#values.login !== undefined && this.#values.session === undefined
  }

  /** The values for this URL. Undefined for an origin that is not one of the profile's. */
  credentialsFor(url: string): SiteCredentials | undefined {
    const { origin } = new URL(url)
    if (!this.profile.origins.includes(origin)) return undefined
    const { cookies, headers, session, storage } = this.#values
    return {
      origin,
      headers: Redacted.make(headers),
      cookies: Redacted.make({ ...cookies, ...session?.cookies[origin] }),
      storage: Redacted.make({ ...storage[origin], ...session?.storage[origin] })
    }
  }
}
