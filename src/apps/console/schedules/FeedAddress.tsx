import { Copy } from "../ui/Copy.tsx"

/** Address of the Atom feed. */
export const FeedAddress = ({ id }: { readonly id: string }) => {
  const address = `${location.origin}/v1/schedules/${id}/changes?format=atom`
  return (
    <section class="card feed-address">
      <p>
        <code>{address}</code> <Copy label="Copy the address" text={() => address} />
      </p>
      <p class="faint">
        An Atom feed of the new, changed and removed pages. The reader needs your API key: as the password of basic
        authentication (the user name does not matter), as a bearer token, or in the header field X-API-Key.
      </p>
    </section>
  )
}
