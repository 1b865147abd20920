import { Context } from "effect"
import { createHash } from "node:crypto"
import type { Profile } from "../../core/domain/profile/Profile.ts"
import type { LeasedRow, LeasedRows } from "../jobs/LeasedRows.ts"

/** A profile in a store. Its values are encrypted. Times in milliseconds since the epoch. */
export interface ProfileState extends Profile {
  /** All values, as `Secrets` seals them. */
  readonly sealed: string
}

/** Never due. */
export type StoredProfile = LeasedRow<string, ProfileState>

/** The id of a profile, which follows from its owner and its name. */
export const profileId = (owner: string, name: string): string =>
  createHash("sha256").update(`${owner}\0${name}`).digest("hex").slice(0, 32)

/** Profiles of each owner. A change replaces the version that it was made of. */
export class ProfileStore extends Context.Service<ProfileStore, LeasedRows<StoredProfile>>()(
  "gleaner/crawling/profiles/ProfileStore"
) {}
