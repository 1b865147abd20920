import { useEffect, useRef } from "preact/hooks"
import { route } from "../route.ts"
import { session, signOut } from "../session.ts"
import { chooseTheme, theme } from "../styles/theme.ts"
import { SmallButton } from "../ui/small-buttons.tsx"
import { Logo } from "./Logo.tsx"

const views = [
  ["scrape", "Scrape"],
  ["discover", "Links"],
  ["search", "Search"],
  ["crawl", "Crawl"],
  ["batch", "Batch"],
  ["jobs", "Jobs"],
  ["schedules", "Schedules"],
  ["wrappers", "Wrappers"],
  ["profiles", "Profiles"],
  ["changes", "Changes"],
  ["domains", "Domains"],
  ["service", "Service"]
] as const

export const TopBar = () => {
  const nav = useRef<HTMLElement>(null)
  const { view } = route.value
  // On a phone, the navigation scrolls.
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" })
  }, [view])
  const other = theme.value === "dark" ? "light" : "dark"
  return (
    <header class="top">
      <a class="brand" href="#/scrape" aria-label="Gleaner, to the start">
        <Logo /> <span>Gleaner</span>
      </a>
      <nav aria-label="Views" ref={nav}>
        <ul>
          {views.map(([name, label]) => (
            <li key={name}>
              <a href={`#/${name}`} aria-current={name === view ? "page" : undefined}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="who">
        <a class="quiet" href="/docs" target="_blank" rel="noopener">Docs</a>
        <button type="button" class="icon" aria-label={`Use the ${other} theme`} onClick={() => chooseTheme(other)}>
          {other === "dark" ? <Moon /> : <Sun />}
        </button>
        <span class="name" title="The key you are signed in with">{session.value.name}</span>
        <SmallButton onClick={() => void signOut()}>Sign out</SmallButton>
      </div>
    </header>
  )
}

const Sun = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="4.500" />
    <path d="M12 2v3M12 19v3M2 12h3M19 12h3M4.900 4.900l2.100 2.100M17 17l2.100 2.100M19.100 4.900 17 7M7 17l-2.100 2.100" />
  </svg>
)

const Moon = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500Z" />
  </svg>
)
