import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { isInstalled } from "../installed.ts"

const home = path.join(import.meta.dirname, "../s3-server")
const server = path.join(home, "node_modules/@20minutes/s3rver")

/** s3rver checks signatures. */
export const isS3Installed = (): Promise<boolean> => isInstalled(home)

/** A real S3 server on a free port of loopback, with one bucket in a folder of its own. `stop` ends it and its data. */
export const s3Server = async (bucket: string, port = 0) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-s3-"))
  const script = `require(${JSON.stringify(path.join(server, "lib/cli.js"))}).parseAsync()`
  const flags = ["-d", folder, "-a", "127.0.0.1", "-p", String(port), "--silent", "--configure-bucket", bucket]
  const child = spawn(process.execPath, ["-e", script, "--", "s3rver", ...flags], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  const listening = await new Promise<number>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`s3rver ended with ${code}`)))
    child.stdout.on("data", (line: Buffer) => {
      const found = /listening on \S+?:(\d+)/.exec(line.toString())
      if (found !== null) resolve(Number(found[1]))
    })
  })
  return {
    port: listening,
    environment: {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${listening}`,
      AWS_REGION: "us-east-1",
      AWS_ACCESS_KEY_ID: "S3RVER",
      AWS_SECRET_ACCESS_KEY: "S3RVER"
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve))
      child.kill("SIGKILL")
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    }
  }
}
