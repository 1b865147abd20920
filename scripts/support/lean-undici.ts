import type { Plugin } from "rolldown"

const lean = "\0lean-undici"

const part = (name: string): string => JSON.stringify(`undici/lib/${name}.js`)

/**
 * The agent of undici with what it needs. Its index loads all the rest too: mocks, caches, proxies, `fetch` and
 * WebSocket, which nothing here uses, and which are a third of its code.
 */
export const leanUndici: Plugin = {
  name: "lean-undici",
  resolveId: { filter: { id: /^undici$/ }, handler: () => lean },
  load: {
    filter: { id: /^\0lean-undici$/ },
    handler: () =>
      `import Agent from ${part("dispatcher/agent")}
import Dispatcher from ${part("dispatcher/dispatcher")}
import api from ${part("api/index")}
import buildConnector from ${part("core/connect")}
import errors from ${part("core/errors")}
Object.assign(Dispatcher.prototype, api)
export { Agent, buildConnector, Dispatcher, errors }
export default { Agent, buildConnector, Dispatcher, errors }`
  }
}
