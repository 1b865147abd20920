import type { Profile } from "../../../core/domain/profile/Profile.ts"

const intranet: Profile = {
  name: "intranet",
  origins: ["https://intranet.example.com"],
  cookies: [],
  headers: ["x-team"],
  storage: {},
  login: { url: "https://intranet.example.com/login", done: "a[href='/logout']" },
  created_at: 1_795_241_722.9,
  updated_at: 1_795_241_722.9,
  logged_in_at: null
}

/** Examples of the bodies about profiles. */
export const profileExamples = {
  ProfileRequest: {
    origins: intranet.origins,
    headers: { "x-team": "tides" },
    login: {
      url: "https://intranet.example.com/login",
      actions: [{ type: ["#user", "reader"] }, { type: ["#password", "a secret"] }, { click: "button[type=submit]" }],
      done: "a[href='/logout']"
    }
  },
  Profile: intranet,
  ProfileList: { profiles: [intranet], next_cursor: null, has_more: false, total: 1 }
}
