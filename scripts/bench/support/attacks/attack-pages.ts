import type { AttackPage } from "./attack-page.ts"
import { forms, navigations } from "./leaving-pages.ts"
import { resisting, windows } from "./resisting-pages.ts"

export const attackPages: ReadonlyArray<AttackPage> = [...forms, ...navigations, ...windows, ...resisting]
