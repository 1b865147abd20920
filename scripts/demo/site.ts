import { startFixtureSite } from "../../test/support/web/fixture-site.ts"
import { endWithNpm } from "../support/end-with-npm.mjs"

/** The demo's site by itself, for trying the service by hand. On another port if one is given. */
const sitePort = Number(process.argv[2] ?? 8090)

endWithNpm()
const site = await startFixtureSite(sitePort)
process.stdout.write(`The demo site is at ${site.url}\n`)
