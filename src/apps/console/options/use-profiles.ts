import { client } from "../session.ts"
import { usePolled } from "../ui/hooks/use-polled.ts"

/** Maximum number of profiles of a key. */
const maxProfiles = 100

/** All profiles of the key. */
export const useProfiles = () => usePolled((signal) => client.profiles.list({ limit: maxProfiles, signal }), undefined)
