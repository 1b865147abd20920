import * as http from "node:http"
import type { AddressInfo } from "node:net"

const subjects = ["kettle", "lantern", "saddle", "anchor", "violin", "compass", "ladder", "pillow"]
/** A line that every page of the site has. */
export const shipping = "Every parcel leaves our warehouse within three working days and can be returned for a month"

const article = (subject: string) =>
  `<!doctype html><title>The ${subject}</title><body><main><h1>The ${subject}</h1>
<p>A good ${subject} is made by hand, and whoever has owned one ${subject} for ten years knows why the maker of this
${subject} took so long over it, and why the ${subject} of a factory never sounds, shines or feels the same.</p>
<p>The first ${subject} in this village was bought by a ${subject} collector, who lost the ${subject} in a card game
and spent the rest of his days in search of a ${subject} that was half as good as that one.</p>
<h2>Delivery</h2><div>${shipping}</div></main>
${subjects.map((name) => `<a href="/${name}">${name}</a>`).join(" ")}</body>`

/** Eight articles about different things, each with the same notice. */
export const repeatingSite = async () => {
  const server = http.createServer((request, response) => {
    const subject = subjects.find((name) => request.url === `/${name}`)
    response.writeHead(subject === undefined ? 404 : 200, { "content-type": "text/html" })
    response.end(subject === undefined ? undefined : article(subject))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close().closeAllConnections()
  }
}
