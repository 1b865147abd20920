import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"

export interface Identity {
  readonly key: Buffer
  readonly cert: Buffer
}

/** A self-signed certificate for this run; undefined without openssl. */
export const certificate = (name: string, ...extra: ReadonlyArray<string>): Identity | undefined => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-tls-"))
  const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")]
  try {
    execFileSync("openssl", [
      ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=test".split(" "),
      "-keyout",
      key,
      "-out",
      cert,
      "-addext",
      `subjectAltName=${name}`,
      ...extra
    ], { stdio: "ignore" })
    return { key: fs.readFileSync(key), cert: fs.readFileSync(cert) }
  } catch {
    return undefined
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}
