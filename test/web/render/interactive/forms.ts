import type { InteractivePage } from "./InteractivePage.ts"

const html = (body: string) => `<!doctype html><title>Answer</title>${body}`

export const forms: Readonly<Record<string, InteractivePage>> = {
  "date-picker": {
    html: `<input id=day readonly><div id=calendar hidden><button class=next>›</button><span id=month>June</span>
      <div id=days></div></div><p id=chosen></p><script>
      const months = ["June", "July", "August"]; let at = 0
      const fill = () => { month.textContent = months[at]; days.innerHTML = [...Array(28).keys()].map((d) => "<button data-day=" + (d + 1) + ">" + (d + 1) + "</button>").join("") }
      day.onclick = () => { calendar.hidden = false; fill() }
      document.querySelector(".next").onclick = () => { at++; fill() }
      days.onclick = ({ target }) => { chosen.textContent = "Chosen: " + months[at] + " " + target.dataset.day; calendar.hidden = true }
    </script>`,
    actions: [{ click: "#day" }, { click: ".next" }, { click: "[data-day='17']" }],
    shows: ["Chosen: July 17"]
  },
  "date-field": {
    html:
      `<label>Day <input type=date id=day></label><p id=chosen></p><script>day.onchange = () => { chosen.textContent = "Chosen: " + day.value }</script>`,
    actions: [{ type: ["#day", "2026-11-22"] }],
    shows: ["Chosen: 2026-11-22"]
  },
  "autocomplete": {
    html: `<input id=city><ul id=hints></ul><p id=chosen></p><script>
      city.oninput = async () => {
        const found = await (await fetch(location.pathname + "/cities?q=" + encodeURIComponent(city.value))).json()
        hints.innerHTML = found.map((name) => "<li role=option>" + name + "</li>").join("")
      }
      hints.onclick = ({ target }) => { chosen.textContent = "Weather of " + target.textContent; hints.innerHTML = "" }
    </script>`,
    routes: {
      "/cities": (request, response) => {
        const q = new URL(request.url ?? "", "http://site").searchParams.get("q") ?? ""
        const cities = ["Bergen", "Berlin", "Bern", "Porto"].filter((name) => name.startsWith(q))
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(cities))
      }
    },
    actions: [{ type: ["#city", "Bern"] }, { click: "#hints li" }],
    shows: ["Weather of Bern"]
  },
  "login": {
    html:
      `<form method=post action="login/in"><input name=user><input name=password type=password><button>Sign in</button></form>`,
    routes: {
      "/in": (request, response) => {
        let body = ""
        request.on("data", (chunk) => (body += chunk)).on("end", () => {
          const isRight = request.method === "POST" && body === "user=ada&password=tide%26moon"
          response.writeHead(303, {
            location: "account",
            ...(isRight ? { "set-cookie": "session=42; Path=/; HttpOnly" } : {})
          }).end()
        })
      },
      "/account": (request, response) => {
        const isIn = request.headers.cookie?.includes("session=42") === true
        response.writeHead(isIn ? 200 : 403, { "content-type": "text/html" })
          .end(html(isIn ? "<h1>Account of Ada</h1><p>Three orders.</p>" : "<h1>Refused</h1>"))
      }
    },
    actions: [
      { type: ["[name=user]", "ada"] },
      { type: ["[name=password]", "tide&moon"] },
      { press: "Enter" },
      { wait_for: "h1" }
    ],
    shows: ["Account of Ada", "Three orders."]
  },
  "select": {
    html:
      `<select id=size><option value="">Size</option><option value=s>Small</option><option value=l>Large</option></select><p id=price></p>
      <script>size.onchange = () => { price.textContent = size.value === "l" ? "Price: 20 €" : "Price: 10 €" }</script>`,
    actions: [{ select: ["#size", "s"] }, { select: ["#size", "Large"] }],
    shows: ["Price: 20 €"],
    hides: ["Price: 10 €"]
  },
  "keyboard": {
    html: `<ul id=menu tabindex=0><li>One</li><li>Two</li><li>Three</li></ul><p id=chosen></p><script>
      let at = -1
      menu.onkeydown = ({ key }) => {
        if (key === "ArrowDown") at++
        if (key === "Enter") chosen.textContent = "Opened " + menu.children[at].textContent
      }</script>`,
    actions: [
      { press: "Tab" },
      { press: "ArrowDown" },
      { press: "ArrowDown" },
      { press: "ArrowDown" },
      { press: "Enter" }
    ],
    shows: ["Opened Three"]
  },
  "debounced-search": {
    html: `<input id=q><div id=out></div><script>
      let timer
      q.oninput = () => { clearTimeout(timer); timer = setTimeout(() => { out.textContent = "Results for " + q.value }, 350) }
    </script>`,
    actions: [{ type: ["#q", "neap tide"] }],
    shows: ["Results for neap tide"]
  },
  "fields-for-one-digit-each": {
    html:
      `<p id=code><input maxlength=1><input maxlength=1><input maxlength=1><input maxlength=1></p><p id=out></p><script>
      code.oninput = ({ target }) => {
        target.nextElementSibling?.focus()
        out.textContent = "Code " + [...code.children].map(({ value }) => value).join("-")
      }
    </script>`,
    actions: [{ type: ["#code input", "4711"] }],
    shows: ["Code 4-7-1-1"]
  },
  "field-that-is-drawn-anew-at-each-key": {
    html: `<p id=p><input name=q></p><p id=out></p><script>
      p.oninput = ({ target: { value } }) => {
        p.innerHTML = "<input name=q>"
        const [field] = p.children
        field.value = value
        field.focus()
        field.setSelectionRange(value.length, value.length)
        out.textContent = "Looks for " + value
      }
    </script>`,
    actions: [{ type: ["[name=q]", "ebb"] }, { press: "!" }],
    shows: ["Looks for ebb!"]
  },
  "editor-beside-a-sandboxed-frame": {
    html:
      `<div id=text contenteditable><p>old</p></div><iframe sandbox srcdoc="<p>advert"></iframe><p id=out></p><script>
      document.getElementById("text").oninput = ({ target }) => { out.textContent = "Draft: " + target.innerText }
    </script>`,
    actions: [{ type: ["#text", "neap tide"] }, { press: "!" }],
    shows: ["Draft: neap tide!"]
  },
  "checkbox-filters": {
    html: `<style>input { position: absolute; width: 0; height: 0; opacity: 0; appearance: none }</style>
      <label><input type=checkbox id=cheap>Cheap only</label><ul id=list><li class=cheap>Pen</li><li>Piano</li></ul>
      <script>cheap.onchange = () => { for (const li of list.querySelectorAll("li:not(.cheap)")) li.remove() }</script>`,
    actions: [{ click: "#cheap" }],
    shows: ["Pen"],
    hides: ["Piano"]
  },
  "form-with-validation": {
    html: `<form id=form><input id=mail type=email required><button>Send</button></form><p id=said></p><script>
      form.noValidate = true
      form.onsubmit = (event) => {
        event.preventDefault()
        said.textContent = mail.checkValidity() ? "Thank you, " + mail.value : "That is not an address"
      }</script>`,
    actions: [{ type: ["#mail", "ada"] }, { click: "#form button" }, { type: ["#mail", "ada@example.com"] }, {
      press: "Enter"
    }],
    shows: ["Thank you, ada@example.com"],
    hides: ["That is not an address"]
  },
  "disabled-until-typed": {
    html: `<input id=name><button id=go disabled>Go</button><p id=out></p><script>
      document.getElementById("name").oninput = () => setTimeout(() => { go.disabled = false }, 300)
      go.onclick = () => { out.textContent = "Hello " + document.getElementById("name").value }</script>`,
    actions: [{ type: ["#name", "Ada"] }, { click: "#go" }],
    shows: ["Hello Ada"]
  },
  "reset": {
    html: `<form><input id=n value=start><button type=reset>Reset</button></form><p id=out></p><script>
      document.forms[0].onreset = () => setTimeout(() => { out.textContent = "Value: " + n.value })</script>`,
    actions: [{ type: ["#n", "changed"] }, { click: "[type=reset]" }],
    shows: ["Value: start"]
  },
  "search-form": {
    html: `<form action="search-form/found"><input name=q><button>Search</button></form>`,
    routes: {
      "/found": (request, response) => {
        const q = new URL(request.url ?? "", "http://site").searchParams.get("q")
        response.writeHead(200, { "content-type": "text/html" }).end(html(`<p>Seven results for ${q}</p>`))
      }
    },
    actions: [{ type: ["[name=q]", "ebb"] }, { click: "form button" }],
    shows: ["Seven results for ebb"]
  }
}
