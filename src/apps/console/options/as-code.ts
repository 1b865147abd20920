/** A request of the API, as code. */
export interface CodedRequest {
  /** Address of the service. */
  readonly origin: string
  readonly path: string
  readonly body: object
}

/** The request as a curl command. The key is not included, but read from the environment, as in the other languages. */
export const asCurl = ({ body, origin, path }: CodedRequest): string =>
  [
    `curl ${quoted(origin + path)}`,
    `-H "X-API-Key: $GLEANER_KEY"`,
    `-H 'content-type: application/json'`,
    `-d ${quoted(JSON.stringify(body))}`
  ].join(" \\\n  ")

/** A POSIX shell takes everything within single quotes literally, except a single quote. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** How a client calls a route, with REQUEST for the body. */
interface Calls {
  readonly typescript: string
  /** With OPTIONS for named arguments. */
  readonly python: string
}

const calls: Readonly<Record<string, Calls>> = {
  "/v1/scrape": {
    typescript: "const page = await client.scrape(REQUEST)\nconsole.log(page)",
    python: "page = gleaner.scrape(OPTIONS)\nprint(page)"
  },
  "/v1/crawl": {
    typescript: "for await (const page of client.crawl(REQUEST)) console.log(page)",
    python: "for page in gleaner.crawl(OPTIONS):\n    print(page)"
  },
  "/v1/batch": {
    typescript: "for await (const page of client.batch(REQUEST)) console.log(page)",
    python: "for page in gleaner.batch(OPTIONS):\n    print(page)"
  },
  "/v1/discover": {
    typescript: "const { links } = await client.discover(REQUEST)\nconsole.log(links)",
    python: "links = gleaner.discover(OPTIONS)[\"links\"]\nprint(links)"
  },
  "/v1/search": {
    typescript: "const { results } = await client.search(REQUEST)\nconsole.log(results)",
    python: "results = gleaner.request(\"POST\", \"/v1/search\", REQUEST)[\"results\"]\nprint(results)"
  },
  "/v1/schedules": {
    typescript: "const schedule = await client.schedules.create(REQUEST)\nconsole.log(schedule.id)",
    python: "schedule = gleaner.request(\"POST\", \"/v1/schedules\", REQUEST)\nprint(schedule[\"id\"])"
  },
  "/v1/wrappers": {
    typescript: "const wrapper = await client.wrappers.create(REQUEST)\nconsole.log(wrapper.id)",
    python: "wrapper = gleaner.request(\"POST\", \"/v1/wrappers\", REQUEST)\nprint(wrapper[\"id\"])"
  }
}

/** The request by the client of the package, as an ES module. */
export const asTypeScript = ({ body, origin, path }: CodedRequest): string =>
  [
    "// npm install gleaner",
    `import { gleanerClient } from "gleaner/client"`,
    "",
    `const client = gleanerClient({ baseUrl: ${JSON.stringify(origin)}, apiKey: process.env.GLEANER_KEY })`,
    (calls[path]?.typescript ?? "").replace("REQUEST", () => JSON.stringify(body, undefined, 2))
  ].join("\n")

/** The request by the client that the service itself offers, one file without dependencies. */
export const asPython = ({ body, origin, path }: CodedRequest): string =>
  [
    `# curl -O ${quoted(`${origin}/docs/gleaner.py`)}`,
    "import os",
    "from gleaner import Gleaner",
    "",
    `gleaner = Gleaner(${JSON.stringify(origin)}, os.environ["GLEANER_KEY"])`,
    (calls[path]?.python ?? "")
      .replace("REQUEST", () => pythonOf(body))
      .replace(
        "OPTIONS",
        () => Object.entries(body).map(([name, value]) => `\n    ${name}=${pythonOf(value)},`).join("").concat("\n")
      )
  ].join("\n")

/** JSON as a literal of Python, which differs in three words. Its texts have the same form. */
const pythonOf = (value: unknown): string => {
  if (value === true) return "True"
  if (value === false) return "False"
  if (value === null) return "None"
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(", ")}]`
  if (typeof value === "object") {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    return `{${entries.map(([name, item]) => `${JSON.stringify(name)}: ${pythonOf(item)}`).join(", ")}}`
  }
  return JSON.stringify(value)
}
