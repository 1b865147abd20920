import { useEffect } from "preact/hooks"
import { BatchView } from "../batch/BatchView.tsx"
import { ChangesView } from "../changes/ChangesView.tsx"
import { CrawlView } from "../crawl/CrawlView.tsx"
import { DiscoverView } from "../discover/DiscoverView.tsx"
import { SearchView } from "../discover/SearchView.tsx"
import { JobView } from "../job/JobView.tsx"
import { JobsView } from "../jobs/JobsView.tsx"
import { route } from "../route.ts"
import { ScrapeView } from "../scrape/ScrapeView.tsx"
import { DomainsView } from "../service/DomainsView.tsx"
import { ServiceView } from "../service/ServiceView.tsx"
import { isReachable, resume, session } from "../session.ts"
import { useModule } from "../ui/hooks/use-module.ts"
import { SignIn } from "./SignIn.tsx"
import { TopBar } from "./TopBar.tsx"

export const App = () => {
  useEffect(() => void resume(), [])
  const { state } = session.value
  if (state === "unknown") return <Waiting />
  if (state === "signed-out") return <SignIn />
  return (
    <>
      <a class="skip" href="#content" onClick={toContent}>Skip to the content</a>
      <TopBar />
      <Away />
      <main id="content" tabIndex={-1} inert={state === "over"}>
        <CurrentView />
      </main>
      {state === "over" && <SignIn isOver />}
    </>
  )
}

const CurrentView = () => {
  const { id, view } = route.value
  if (view === "scrape") return <ScrapeView />
  if (view === "crawl") return <CrawlView />
  if (view === "batch") return <BatchView />
  if (view === "jobs") return id === "" ? <JobsView /> : <JobView key={id} id={id} />
  if (view === "schedules") return <Schedules id={id} />
  if (view === "profiles") return <Profiles />
  if (view === "wrappers") return <Wrappers id={id} />
  if (view === "discover") return <DiscoverView />
  if (view === "search") return <SearchView />
  if (view === "changes") return <ChangesView key={id} id={id} />
  if (view === "domains") return <DomainsView />
  if (view === "service") return <ServiceView />
  return (
    <section class="empty">
      <h1>There is no such page</h1>
      <p>
        The address may be wrong. <a href="#/scrape">Go to the start</a>
      </p>
    </section>
  )
}

const Schedules = ({ id }: { readonly id: string }) => {
  const loaded = useModule(() => import("../schedules/Schedules.tsx"))
  return loaded === undefined ? <p class="working" aria-busy="true">Loading</p> : <loaded.Schedules id={id} />
}

const Wrappers = ({ id }: { readonly id: string }) => {
  const loaded = useModule(() => import("../wrappers/Wrappers.tsx"))
  return loaded === undefined ? <p class="working" aria-busy="true">Loading</p> : <loaded.Wrappers id={id} />
}

const Profiles = () => {
  const loaded = useModule(() => import("../service/ProfilesView.tsx"))
  return loaded === undefined ? <p class="working" aria-busy="true">Loading</p> : <loaded.ProfilesView />
}

/** Focuses the content. A link to a fragment would change the route. */
const toContent = (event: Event): void => {
  event.preventDefault()
  document.getElementById("content")?.focus()
}

const Waiting = () => (
  <main class="gate" aria-busy="true">
    <p>{isReachable.value ? "Loading" : "The service cannot be reached. Trying again."}</p>
  </main>
)

const Away = () => (
  <div role="status">
    {!isReachable.value && (
      <p class="banner">
        <span class="dot" aria-hidden="true" /> The service cannot be reached. The console tries again by itself.
      </p>
    )}
  </div>
)
