import { Schema } from "effect"
import { FieldName } from "../document/FieldName.ts"
import { Selector } from "../document/Selector.ts"
import { Actions } from "../options/Action.ts"
import { RequestCookies, RequestHeaders } from "../options/Credentials.ts"
import { maxEntries } from "../schema/max-entries.ts"
import { httpUrl } from "../WebUrl.ts"
import { originFault } from "./origin-fault.ts"

const maxOrigins = 20
const maxStored = 100
/** Characters. */
const maxValue = 16_384

/** Scheme, host and port, as in the Origin header field. */
const Origin = Schema.String.check(Schema.makeFilter(originFault))

const StoredValues = Schema.Record(FieldName, Schema.String.check(Schema.isMaxLength(maxValue))).check(
  Schema.makeFilter((values: Readonly<Record<string, string>>) =>
    Object.keys(values).length > maxStored ? `has more than ${maxStored} keys` : undefined
  )
)

const LoginUrl = Schema.String.check(
  Schema.makeFilter((url: string) => httpUrl(url) === undefined ? "must be an http or https URL" : undefined)
)

/** How a browser logs in. */
export const ProfileLogin = Schema.Struct({
  url: LoginUrl.annotate({ description: "Page with the form. Its origin is one of origins." }),
  actions: Actions.annotate({ description: "Steps that log in, as in the option actions." }),
  done: Selector.annotate({ description: "CSS selector of an element that only a page after the login has." })
}).annotate({ identifier: "ProfileLogin" })
export interface ProfileLogin extends Schema.Schema.Type<typeof ProfileLogin> {}

/** A profile as its caller gives it. */
export const ProfileRequest = Schema.Struct({
  origins: Schema.Array(Origin).check(Schema.isNonEmpty(), maxEntries(maxOrigins)).annotate({
    description: `The only origins that get anything of the profile, at most ${maxOrigins}.`
  }),
  cookies: Schema.optionalKey(
    RequestCookies.annotate({ description: "Cookies by name, sent to each of the origins." })
  ),
  headers: Schema.optionalKey(
    RequestHeaders.annotate({ description: "Header fields by name, sent to each of the origins." })
  ),
  storage: Schema.optionalKey(
    Schema.RedactedFromValue(Schema.Record(FieldName, StoredValues)).annotate({
      description: "Values of localStorage by key, for each of these origins. They matter only to rendered pages."
    })
  ),
  login: Schema.optionalKey(
    Schema.RedactedFromValue(ProfileLogin).annotate({
      description: "Log in before the first page, and once more when a page asks for it."
    })
  )
}).annotate({ identifier: "ProfileRequest" })
export interface ProfileRequest extends Schema.Schema.Type<typeof ProfileRequest> {}

/** A profile as answers have it: no value, only names. */
export const Profile = Schema.Struct({
  name: Schema.String.annotate({ description: "Name of the profile." }),
  origins: Schema.Array(Schema.String).annotate({ description: "Origins that get its values." }),
  cookies: Schema.Array(Schema.String).annotate({ description: "Names of its cookies." }),
  headers: Schema.Array(Schema.String).annotate({ description: "Names of its header fields." }),
  storage: Schema.Record(Schema.String, Schema.Array(Schema.String)).annotate({
    description: "Keys of localStorage, by origin."
  }),
  login: Schema.NullOr(
    Schema.Struct({
      url: Schema.String.annotate({ description: "Page with the form." }),
      done: Schema.String.annotate({ description: "CSS selector of an element after the login." })
    })
  ).annotate({ description: "How it logs in, without the steps." }),
  created_at: Schema.Finite.annotate({ description: "Seconds since the Unix epoch, fractional." }),
  updated_at: Schema.Finite.annotate({ description: "Seconds since the Unix epoch, when it was last replaced." }),
  logged_in_at: Schema.NullOr(Schema.Finite).annotate({
    description: "Seconds since the Unix epoch of the last login; null without one."
  })
}).annotate({ identifier: "Profile" })
export interface Profile extends Schema.Schema.Type<typeof Profile> {}
