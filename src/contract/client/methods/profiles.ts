import type { CallOptions, connect } from "../connection.ts"
import type { Profile, ProfileList, ProfileRequest } from "../wire.ts"

/** Cookies, header fields and logins for a few origins. */
export interface ProfileMethods {
  /** Creates a profile, or replaces all its values. */
  readonly put: (name: string, profile: ProfileRequest, call?: CallOptions) => Promise<Profile>
  /** Lists the profiles of the key, oldest first, without their values. */
  readonly list: (
    page?: CallOptions & { readonly after?: string | undefined; readonly limit?: number | undefined }
  ) => Promise<ProfileList>
  readonly get: (name: string, call?: CallOptions) => Promise<Profile>
  readonly delete: (name: string, call?: CallOptions) => Promise<Profile>
}

export const profileMethods = ({ json }: Pick<ReturnType<typeof connect>, "json">): ProfileMethods => {
  const path = (name: string) => `/v1/profiles/${encodeURIComponent(name)}`
  return {
    put: (name, body, call) => json(path(name), { ...call, method: "PUT", body }),
    list: ({ signal, ...query } = {}) => json("/v1/profiles", { signal, query }),
    get: (name, call) => json(path(name), { ...call }),
    delete: (name, call) => json(path(name), { ...call, method: "DELETE" })
  }
}
