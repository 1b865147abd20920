import type { AttackSites } from "./attack-site.ts"

type Action = Readonly<Record<string, unknown>>

/** A page that attacks when it is clicked, or meanwhile. */
export interface AttackPage {
  readonly name: string
  readonly html: (sites: AttackSites) => string
  readonly actions?: ReadonlyArray<Action>
}

export const secret = "TYPED-SECRET"
export const click: Action = { click: "#b" }
export const button = (onclick: string) => `<button id=b onclick="${onclick}">go</button>`
export const onClick = (
  name: string,
  script: (sites: AttackSites) => string,
  ...after: ReadonlyArray<Action>
): AttackPage => ({
  name,
  html: (sites) => button(script(sites)),
  actions: [click, ...after]
})
export const form = (
  name: string,
  attributes: (sites: AttackSites) => string,
  inner = "<button id=b>go</button>"
): AttackPage => ({
  name,
  html: (sites) => `<form id=f ${attributes(sites)}><input id=q name=q value=${secret}>${inner}</form>`
})
export const page = (
  name: string,
  html: (sites: AttackSites) => string,
  actions: ReadonlyArray<Action> = [click]
): AttackPage => ({
  name,
  html,
  actions
})
