import { startFixtureSite } from "../../test/support/web/fixture-site.ts"

/** The demo's site by itself, for trying the service by hand. */
const sitePort = 8090

const site = await startFixtureSite(sitePort)
process.stdout.write(`The demo site is at ${site.url}\n`)
