import { effect, signal } from "@preact/signals"

export type Theme = "light" | "dark"

const stored = "gleaner-theme"
const system = matchMedia("(prefers-color-scheme: dark)")

const systemTheme = (): Theme => system.matches ? "dark" : "light"

const chosen = (): Theme | undefined => {
  const text = localStorage.getItem(stored)
  return text === "light" || text === "dark" ? text : undefined
}

/** Effective theme: the user's choice, or the system's. */
export const theme = signal<Theme>(chosen() ?? systemTheme())

export const chooseTheme = (choice: Theme): void => {
  localStorage.setItem(stored, choice)
  theme.value = choice
}

export const followTheme = (): void => {
  system.addEventListener("change", () => (theme.value = chosen() ?? systemTheme()))
  effect(() => {
    document.documentElement.dataset["theme"] = theme.value
  })
}
