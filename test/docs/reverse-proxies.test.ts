import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile, execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { promisify } from "node:util"
import { blocksUnder } from "../support/handbook.ts"

const run = promisify(execFile)

let folder = ""
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-proxies-"))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

const isThere = async (program: string, version: string): Promise<boolean> =>
  run(program, [version]).then(() => true, () => {
    console.warn(`The test of the configuration for ${program} is skipped: it is not installed.`)
    return false
  })

const hasNginx = await isThere("nginx", "-v")
const hasCaddy = await isThere("caddy", "version")

/** Debian has nginx in a folder that only root has on its path. */
const environment = { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` }

const shown = (language: string): string => {
  const [block = assert.fail("no configuration"), ...others] = blocksUnder(
    language === "nginx" ? "nginx" : "Caddy",
    language
  )
  assert.deepStrictEqual(others, [])
  return block
}

describe("the configuration of a reverse proxy", () => {
  it.skipIf(!hasNginx)("is accepted by nginx", async () => {
    const [certificate, key] = ["fullchain.pem", "privkey.pem"].map((name) => path.join(folder, name))
    const request =
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=gleaner.example.com"
    execFileSync("openssl", [...request.split(" "), "-out", certificate ?? "", "-keyout", key ?? ""], {
      stdio: "ignore"
    })
    const server = shown("nginx").replaceAll("/etc/letsencrypt/live/gleaner.example.com", folder)
    const check = async (text: string) => {
      const file = path.join(folder, "nginx.conf")
      fs.writeFileSync(file, `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n${text}\n}\n`)
      return run("nginx", ["-t", "-c", file, "-p", folder, "-e", "stderr"], { env: environment })
    }
    assert.match((await check(server)).stderr, /test is successful/)
    const refused = await check(server.replace("proxy_buffering", "proxy_bufering")).then(() => "", String)
    assert.match(refused, /unknown directive/)
  })

  it.skipIf(!hasCaddy)("is accepted by Caddy", async () => {
    const check = async (text: string) => {
      const file = path.join(folder, "Caddyfile")
      fs.writeFileSync(file, text)
      return run("caddy", ["validate", "--config", file, "--adapter", "caddyfile"], {
        env: { ...environment, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder }
      })
    }
    assert.match((await check(shown("caddyfile"))).stdout, /Valid configuration/)
    assert.match(await check(shown("caddyfile").replace("flush_interval", "flush")).then(() => "", String), /flush/)
  })
})
