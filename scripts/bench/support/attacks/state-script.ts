/** Reports the state that a page finds, then leaves as much as it can: `mark` and the number of the case. */
export const stateScript = (name: string): string =>
  `<script>
(async () => {
  const none = () => undefined
  const was = {
    cookie: document.cookie, name: window.name, local: [], session: [], databases: [], caches: [], workers: 0,
    permission: typeof Notification === "undefined" ? "" : Notification.permission, history: history.length
  }
  try { was.local = Object.keys(localStorage); was.session = Object.keys(sessionStorage) } catch {}
  document.cookie = "mark${name}=script; path=/"
  try { localStorage.mark${name} = 1; sessionStorage.mark${name} = 1 } catch {}
  window.name = "mark${name}"
  try { history.replaceState({ mark: 1 }, "") } catch {}
  try { was.databases = (await indexedDB.databases()).map(({ name }) => name) } catch {}
  try { was.caches = await caches.keys() } catch {}
  try { was.workers = (await navigator.serviceWorker.getRegistrations()).length } catch {}
  fetch("/report/${name}", { method: "POST", body: JSON.stringify(was) }).catch(none)
  try { indexedDB.open("mark${name}") } catch {}
  try { (await caches.open("mark${name}")).put("/x", new Response("mark")).catch(none) } catch {}
  try { navigator.serviceWorker.register("/sw.js", { scope: "/" }).catch(none) } catch {}
  try { new SharedWorker("data:text/javascript,onconnect=0", "mark${name}") } catch {}
})()
</script>`
