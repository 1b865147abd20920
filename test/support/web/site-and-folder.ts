import { afterAll, beforeAll } from "@effect/vitest"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"

/** A site with these answers and an empty folder, while the tests of a file run. */
export const siteAndFolder = (answer: http.RequestListener) => {
  const server = http.createServer(answer)
  const file = (name: string) => path.join(world.folder, name)
  const world = {
    server,
    folder: "",
    /** The origin of the site. */
    url: "",
    file,
    /** The objects of a file of JSON Lines. */
    linesOf: (name: string): ReadonlyArray<Record<string, unknown>> =>
      fs.readFileSync(file(name), "utf8").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line))
  }
  beforeAll(async () => {
    world.folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-files-"))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.close().closeAllConnections()
    fs.rmSync(world.folder, { recursive: true })
  })
  return world
}
