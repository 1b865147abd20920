import { View } from "./View.tsx"

/** The view of a schedule or a wrapper that the key does not have. */
export const Gone = ({ kind }: { readonly kind: "schedule" | "wrapper" }) => (
  <View title={`There is no such ${kind}`}>
    <section class="empty">
      <p>It was deleted, it belongs to another key, or it was lost in a restart of a service with jobs in memory.</p>
      <p>
        <a role="button" href={`#/${kind}s`}>See your {kind}s</a>
      </p>
    </section>
  </View>
)
