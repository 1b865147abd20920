/** Requests that must be refused with a 400, or a 413. Returns those that were not. */
export const wrongRequests = async (home: string, service: string, key: string): Promise<ReadonlyArray<string>> => {
  const url = `${home}/quiet`
  const click = { click: "p" }
  const bodies: Readonly<Record<string, object>> = {
    "51 actions": { actions: Array.from({ length: 51 }, () => click) },
    "no actions": { actions: [] },
    "11 pictures": { actions: Array.from({ length: 11 }, () => ({ screenshot: true })) },
    "two kinds": { actions: [{ ...click, hover: "p" }] },
    "an unknown key": { actions: [{ press: "F13" }] },
    "two keys": { actions: [{ press: "Control+A" }] },
    "a negative wait": { actions: [{ wait_ms: -1 }] },
    "a huge wait": { actions: [{ wait_ms: 1e308 }] },
    "part of a millisecond": { actions: [{ wait_ms: 1.5 }] },
    "0 rounds": { actions: [{ scroll_until: { max: 0 } }] },
    "2^53 rounds": { actions: [{ scroll_until: { max: 2 ** 53 } }] },
    "no selector": { actions: [{ click: "" }] },
    "an invalid selector": { actions: [{ click: "a[[" }] },
    "a selector of 100,000 characters": { actions: [{ click: "a,".repeat(50_000) + "a" }] },
    "a selector of 1,000 has": { actions: [{ click: `${":has(".repeat(1000)}a${")".repeat(1000)}` }] },
    "a text of 100,000 characters": { actions: [{ type: ["p", "x".repeat(100_000)] }] },
    "a text that is an object": { actions: [{ type: ["p", {}] }] },
    "a script": { actions: [{ executeJavascript: "1" }] },
    "actions and since": { actions: [click], since: "x" },
    "actions as text": { actions: "click" },
    "a prototype": { actions: [{ ["__proto__x"]: 1, "constructor": "p" }] }
  }
  const accepted = await Promise.all(
    Object.entries(bodies).map(async ([name, body]) => {
      const response = await fetch(`${service}/v1/scrape`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify({ url, ...body })
      })
      const text = await response.text()
      return response.status === 400 || response.status === 413
        ? []
        : [`${name}: ${response.status} ${text.slice(0, 100)}`]
    })
  )
  return accepted.flat()
}
