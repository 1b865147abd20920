import type { AttackSites, Seen } from "./attack-site.ts"

const nameOf = ({ headers, method, path, site }: Seen): string =>
  `${site} ${method} ${path.slice(0, 80)} (${headers["sec-fetch-dest"] ?? ""}, ${headers.referer ?? ""})`

const stateOf = ({ body, path }: Seen): ReadonlyArray<string> => {
  if (!path.startsWith("/report/") || body === "") return []
  const was = JSON.parse(body) as Readonly<Record<string, unknown>>
  const own = `mark${path.split("/")[2]}`
  // The response of the page itself has set one cookie.
  const left = JSON.stringify({ ...was, cookie: String(was["cookie"]).replace(`${own}=server`, "") })
  const marks = [...new Set(left.match(/mark\d+/g) ?? [])].filter((mark) => mark !== own)
  return [
    ...marks.map((mark) => `${path}: ${mark}`),
    ...(was["workers"] === 0 ? [] : [`${path}: a service worker`]),
    ...(was["permission"] === "granted" ? [`${path}: a permission`] : [])
  ]
}

/** Events that must not have happened, by name. */
export const violationsOf = ({ caught, seen }: AttackSites): Readonly<Record<string, ReadonlyArray<string>>> => {
  const isDocument = ({ headers }: Seen) => headers["sec-fetch-dest"] === "document"
  const all = (test: (seen: Seen) => boolean) => seen.filter(test).map(nameOf)
  const visited = new Set<string>()
  return {
    "connections to denied addresses": caught,
    // The proxy makes a connection for each request.
    "requests past the proxy": all(({ headers }) =>
      headers["sec-fetch-mode"] !== undefined && /keep-alive/i.test(headers.connection ?? "")
    ),
    "disallowed navigations": all((one) =>
      one.path.startsWith("/private") && one.headers["sec-fetch-dest"] !== "iframe"
    ),
    "disallowed frames": all((one) => one.path.startsWith("/private") && one.headers["sec-fetch-dest"] === "iframe"),
    "forms to other origins": all(({ path, site }) => site !== "home" && path.startsWith("/form")),
    "windows": all((one) => one.path.startsWith("/popup") && isDocument(one)),
    "service workers": all(({ path }) => path === "/sw.js"),
    "credentials at other origins": all((one) =>
      one.site !== "home" && /CALLER-|dXNlcjpwYXNz/.test(JSON.stringify(one))
    ),
    "text typed at other origins": all((one) => one.site !== "home" && one.path.includes("TYPED-SECRET")),
    "state left": [
      ...seen.flatMap(stateOf),
      ...seen.filter((one) => {
        const first = one.path.startsWith("/case/") && !visited.has(one.path)
        visited.add(one.path)
        return first && /mark\d/.test(`${one.headers.cookie ?? ""}${one.headers["if-none-match"] ?? ""}`)
      }).map(nameOf)
    ]
  }
}
