import type { Profile } from "../../../contract/client/index.ts"
import { client } from "../session.ts"
import { usePolled } from "../ui/hooks/use-polled.ts"

/** All profiles of the key. */
export const useProfiles = () => usePolled(allProfiles, undefined)

const allProfiles = async (signal: AbortSignal) => {
  const profiles: Array<Profile> = []
  let after: string | undefined
  do {
    const page = await client.profiles.list({ after, signal })
    profiles.push(...page.profiles)
    after = page.next_cursor ?? undefined
  } while (after !== undefined)
  return { profiles }
}
