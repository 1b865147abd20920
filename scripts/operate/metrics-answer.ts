import { spawn } from "node:child_process"
import * as path from "node:path"

/** Prints an answer of /v1/metrics, of a service that has answered a few requests. */
const key = "metrics-key-0123456789abcdef"
const child = spawn(process.execPath, [path.join(import.meta.dirname, "../../src/main.ts"), "serve"], {
  stdio: ["ignore", "pipe", "inherit"],
  env: { ...process.env, GLEANER_PORT: "0", GLEANER_API_KEYS: `metrics:${key}`, GLEANER_LOG_LEVEL: "Warn" }
})
const url = await new Promise<string>((resolve, reject) => {
  child.stdout.on("data", (chunk: Buffer) => {
    const address = /listens on (\S+)/.exec(chunk.toString())?.[1]
    if (address !== undefined) resolve(address)
  })
  child.once("exit", () => reject(new Error("the service ended")))
})
const get = async (route: string) => (await fetch(url + route, { headers: { authorization: `Bearer ${key}` } })).text()
for (const route of ["/v1/health", "/v1/jobs", "/nothing", "/v1/scrape?url=http://10.0.0.1/"]) await get(route)
process.stdout.write(await get("/v1/metrics"))
child.kill()
