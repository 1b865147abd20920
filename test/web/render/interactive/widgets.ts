import type { InteractivePage } from "./InteractivePage.ts"

export const widgets: Readonly<Record<string, InteractivePage>> = {
  "tabs": {
    html:
      `<div role=tablist><button role=tab id=t1>Facts</button><button role=tab id=t2>Reviews</button></div><div id=panel>The facts</div>
      <script>t2.onclick = async () => { panel.innerHTML = await (await fetch(location.pathname + "/reviews")).text() }</script>`,
    routes: { "/reviews": "<p>Five stars from Ada</p>" },
    actions: [{ click: "[role=tab]:nth-child(2)" }],
    shows: ["Five stars from Ada"],
    hides: ["The facts"]
  },
  "accordion": {
    html: `<h3><button aria-expanded=false>Delivery</button></h3><div class=body></div><script>
      document.querySelector("button").onclick = () => { document.querySelector(".body").textContent = "Two days by sea" }</script>`,
    actions: [{ click: "h3 button" }],
    shows: ["Two days by sea"]
  },
  "details": {
    html: `<details><summary>More</summary><p id=inner></p></details><script>
      document.querySelector("details").ontoggle = () => { inner.textContent = "Opened at last" }</script>`,
    actions: [{ click: "summary" }],
    shows: ["Opened at last"]
  },
  "cookie-wall": {
    html: `<div id=wall style="position:fixed;inset:0;background:#fff"><button id=accept>Accept</button></div>
      <button id=read>Read</button><div id=article></div><script>
      accept.onclick = () => { document.cookie = "ok=1"; setTimeout(() => wall.remove(), 200) }
      read.onclick = async () => { article.innerHTML = await (await fetch(location.pathname + "/article")).text() }</script>`,
    routes: {
      "/article": (request, response) => {
        const isAllowed = request.headers.cookie?.includes("ok=1") === true
        response.writeHead(200, { "content-type": "text/html" }).end(
          isAllowed ? "<p>The whole story</p>" : "<p>Denied</p>"
        )
      }
    },
    actions: [{ click: "#accept" }, { click: "#read" }],
    shows: ["The whole story"],
    hides: ["Accept"]
  },
  "consent-in-a-shadow-root": {
    html: `<x-consent></x-consent><p id=out></p><script>
      const root = document.querySelector("x-consent").attachShadow({ mode: "open" })
      root.innerHTML = "<style>div { position: fixed; inset: 0 }</style><div><x-inner></x-inner></div>"
      const inner = root.querySelector("x-inner").attachShadow({ mode: "open" })
      inner.innerHTML = "<button class=agree>Agree</button>"
      inner.querySelector("button").onclick = () => { document.querySelector("x-consent").remove(); out.textContent = "Welcome in" }
    </script>`,
    actions: [{ click: ".agree" }],
    shows: ["Welcome in"]
  },
  "canvas": {
    html: `<canvas id=map width=300 height=200></canvas><p id=out></p><script>
      const box = map.getBoundingClientRect()
      map.getContext("2d").fillRect(100, 50, 100, 100)
      map.onpointerdown = ({ clientX, clientY }) => {
        const x = clientX - box.left, y = clientY - box.top
        out.textContent = x > 100 && x < 200 && y > 50 && y < 150 ? "Hit the square" : "Missed"
      }</script>`,
    actions: [{ click: "#map" }],
    shows: ["Hit the square"]
  },
  "frames": {
    html:
      `<div style="height:1500px">Tall</div><iframe src="frames/inner" style="width:400px;height:200px;border:5px solid"></iframe>`,
    routes: {
      "/inner":
        `<body style="height:900px"><div style="height:700px">Inner</div><button id=deep>Deep</button><p id=out></p>
        <script>deep.onclick = () => { out.textContent = "Clicked in the frame" }</script>`
    },
    actions: [{ click: "#deep" }],
    shows: ["Tall", "Clicked in the frame"]
  },
  "pages-by-click": {
    html: `<p>Page 1</p><a class=next href="pages-by-click/2">Next</a>`,
    routes: { "/2": `<p>Page 2</p><a class=next href="3">Next</a>`, "/3": `<p>Page 3</p>` },
    actions: [{ click: "a.next" }, { click: "a.next" }],
    shows: ["Page 3"],
    hides: ["Page 1"]
  },
  "hover-menu": {
    html: `<nav><span id=shop>Shop</span><ul id=sub hidden></ul></nav><script>
      shop.onmouseenter = () => { sub.hidden = false; sub.innerHTML = "<li><a href='#' id=maps>Maps</a></li>" }
      document.querySelector("nav").onmouseleave = () => { sub.hidden = true }
      sub.onclick = () => { document.body.append("All maps") }</script>`,
    actions: [{ hover: "#shop" }, { click: "#maps" }],
    shows: ["All maps"]
  },
  "modal": {
    html:
      `<button id=open>Terms</button><dialog id=box><p id=text></p><button id=ok>OK</button></dialog><p id=out></p><script>
      document.getElementById("open").onclick = () => { text.textContent = "The terms"; box.showModal() }
      ok.onclick = () => { box.close(); out.textContent = "Terms accepted" }</script>`,
    actions: [{ click: "#open" }, { click: "#ok" }],
    shows: ["The terms", "Terms accepted"]
  },
  "push-state": {
    html: `<a id=go href="push-state/chapter-2">Chapter 2</a><main id=main>Chapter one</main><script>
      go.onclick = (event) => { event.preventDefault(); history.pushState({}, "", go.href); main.textContent = "Chapter two begins" }</script>`,
    actions: [{ click: "#go" }],
    shows: ["Chapter two begins"],
    hides: ["Chapter one"]
  },
  "slow-spinner": {
    html: `<button id=load>Load</button><div id=out></div><script>
      load.onclick = () => { out.innerHTML = "<span class=spin>Loading</span>"; setTimeout(() => { out.innerHTML = "<p class=done>Ready now</p>" }, 1500) }</script>`,
    actions: [{ click: "#load" }, { wait_for: ".done" }],
    shows: ["Ready now"],
    hides: ["Loading"]
  },
  "button-that-moves": {
    html: `<style>@keyframes go { to { margin-left: 400px } } #b { animation: go 600ms forwards }</style>
      <button id=b>Catch me</button><p id=out></p><script>
      let moves = 0
      b.onmouseenter = () => { if (moves++ < 2) b.style.marginTop = moves * 60 + "px" }
      b.onclick = () => { out.textContent = "Caught" }</script>`,
    actions: [{ click: "#b" }],
    shows: ["Caught"]
  }
}
