import * as fs from "node:fs"
import * as path from "node:path"
import { type InteractivePage, rows } from "./InteractivePage.ts"

const virtualCore = path.join(import.meta.dirname, "../../../../node_modules/@tanstack/virtual-core/dist/esm")

/** The next part of a list, as JSON: five rows, `more` until there are `all`. */
const parts = (all: number): InteractivePage["routes"] => ({
  "/more": (request, response) => {
    const from = Number(new URL(request.url ?? "", "http://site").searchParams.get("from"))
    const items = rows(all).slice(from, from + 5)
    response.writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ items, more: from + 5 < all }))
  }
})

const fetchMore = `let from = 0
  async function more() {
    const answer = await (await fetch(location.pathname + "/more?from=" + from)).json()
    for (const item of answer.items) list.insertAdjacentHTML("beforeend", "<li style='height:150px'>" + item + "</li>")
    from += answer.items.length
    return answer.more
  }`

const pathOf = (number: number) => `(location.pathname.replace(/[/][0-9]+$/, "") + "/${number}")`

/** Sets the address of the link to the next page, which a test has below its own name. */
const linkTo = (selector: string, number: number) =>
  `<script>document.querySelector(${JSON.stringify(selector)}).href = ${pathOf(number)}</script>`

/** A page of a shop, whose last one has no link to another. */
const listing = (number: number, last: number): string =>
  `<title>Shop, page ${number}</title><header><nav><a href="/">Harbour shop</a></nav></header>
  <main><h1>Page ${number} of ${last}</h1><ul id=items><li>Featured anchor</li>${
    rows(number * 5).slice(-5).map((row) => `<li><a href="#${row}">${row}</a></li>`).join("")
  }</ul>${
    number === last ? "" : `<a class=next href="#">Next</a>${linkTo("a.next", number + 1)}`
  }</main><footer>Imprint of the shop</footer>`

const part = (number: number, ...paragraphs: ReadonlyArray<string>): string =>
  `<title>The keeper</title><header>Tales of the sea</header><article><h1>The keeper</h1>${
    paragraphs.map((text) => `<p>${text}</p>`).join("")
  }</article><nav><a rel=next href="#">Part ${number + 1}</a></nav>${linkTo("a[rel=next]", Math.min(number + 1, 3))}`

export const lists: Readonly<Record<string, InteractivePage>> = {
  "load-more": {
    html: `<ul id=list></ul><button id=more>More</button><script>${fetchMore}
      document.getElementById("more").onclick = async () => { if (!(await more())) document.getElementById("more").remove() }
    </script>`,
    routes: parts(15)!,
    actions: [{ click: "#more" }, { click: "#more" }, { click: "#more" }],
    shows: rows(15)
  },
  "click-until-it-is-gone": {
    html: `<ul id=list></ul><button id=more>More</button><script>${fetchMore}
      document.getElementById("more").onclick = async () => { if (!(await more())) document.getElementById("more").remove() }
    </script>`,
    routes: parts(25)!,
    actions: [{ click_until: { click: "#more", max: 20 } }, { wait_for: "#list" }],
    shows: rows(25)
  },
  "click-until-it-is-disabled": {
    html: `<ul id=list></ul><button id=more>More</button><script>${fetchMore}
      const button = document.getElementById("more")
      button.onclick = async () => { button.disabled = true; button.disabled = !(await more()) }
    </script>`,
    routes: parts(15)!,
    actions: [{ click_until: { click: "#more", max: 20 } }],
    shows: rows(15)
  },
  "click-until-there-is-no-more": {
    html: `<ul id=list></ul><button id=more>More</button><script>${fetchMore}
      let clicks = 0
      document.getElementById("more").onclick = async () => {
        document.title = "clicked " + ++clicks
        if (!(await more())) document.body.insertAdjacentHTML("beforeend", "<p class=end>That was all after " + clicks + ".</p>")
      }
    </script>`,
    routes: parts(15)!,
    actions: [{ click_until: { click: "#more", max: 50, no_more: ".end" } }],
    shows: [...rows(15), "That was all after 3."]
  },
  "click-until-the-maximum": {
    html: `<ul id=list></ul><button id=more>More</button><script>${fetchMore}
      document.getElementById("more").onclick = more
    </script>`,
    routes: parts(50)!,
    actions: [{ click_until: { click: "#more", max: 2 } }],
    shows: rows(10),
    hides: ["Row 11 end"]
  },
  "next-page": {
    html: listing(1, 3),
    routes: { "/2": listing(2, 3), "/3": listing(3, 3) },
    actions: [{ next_page: { click: "a.next", max: 10 } }],
    shows: ["Harbour shop", ...rows(15), "Imprint of the shop"],
    counts: { "Harbour shop": 1, "Imprint of the shop": 1, "Featured anchor": 1 }
  },
  "next-page-up-to-a-maximum": {
    html: listing(1, 3),
    routes: { "/2": listing(2, 3), "/3": listing(3, 3) },
    actions: [{ next_page: { click: "a.next", max: 1 } }],
    shows: rows(10),
    hides: ["Row 11 end"]
  },
  "next-page-by-script": {
    html: `<header>Harbour shop</header><main><table><tr><th>Name</th><th>Price</th></tr></table>
      <button id=next>Next</button></main><script>
      let page = 0
      const show = () => {
        document.querySelector("table").innerHTML = "<tr><th>Name</th><th>Price</th></tr>"
          + Array.from({ length: 5 }, (_, n) => "<tr><td>Row " + (page * 5 + n + 1) + " end</td><td>" + n + " EUR</td></tr>").join("")
        document.getElementById("next").disabled = page === 2
      }
      document.getElementById("next").onclick = () => { page++; show() }
      show()
    </script>`,
    actions: [{ next_page: { click: "#next", max: 10 } }],
    shows: ["Name", ...rows(15)],
    counts: { Price: 1, "Harbour shop": 1 }
  },
  "next-page-of-an-article": {
    html: part(1, "The keeper climbed the stairs.", "He lit the lamp."),
    routes: {
      "/2": part(2, "In the second night a ship came.", "It had no lights."),
      // Its link to the next page stays, and leads to itself.
      "/3": part(3, "The third night was quiet.", "The keeper slept.")
    },
    actions: [{ next_page: { click: "a[rel=next]", max: 10 } }],
    shows: ["The keeper climbed", "He lit", "In the second night", "It had no", "The third night", "The keeper slept"],
    counts: { "Tales of the sea": 1, "He lit the lamp.": 1, "The keeper slept.": 1 }
  },
  "infinite-scroll": {
    html: `<ul id=list></ul><div id=sentinel style="height:1px"></div><script>${fetchMore}
      let busy = false
      new IntersectionObserver(async (seen, observer) => {
        if (busy || !seen.some((one) => one.isIntersecting)) return
        busy = true
        const goesOn = await more()
        busy = false
        if (goesOn) { observer.unobserve(sentinel); observer.observe(sentinel) } else observer.disconnect()
      }, { rootMargin: "200px" }).observe(sentinel)
    </script>`,
    routes: parts(40)!,
    actions: [{ scroll_until: { max: 30 } }],
    shows: rows(40)
  },
  "infinite-scroll-with-an-end": {
    html: `<ul id=list></ul><script>${fetchMore}
      addEventListener("scroll", async () => {
        if (document.querySelector(".end") || scrollY + innerHeight < document.documentElement.scrollHeight - 50) return
        if (!(await more()) && !document.querySelector(".end")) {
          document.body.insertAdjacentHTML("beforeend", "<p class=end>That was all.</p>")
        }
      })
      more().then(more).then(more)
    </script>`,
    routes: parts(30)!,
    actions: [{ scroll_until: { max: 50, no_more: ".end" } }],
    shows: ["Row 1 end", "Row 30 end", "That was all."]
  },
  "virtual-list": {
    // A pool of ten elements, whose text and place change.
    html:
      `<div id=view style="height:300px;overflow-y:auto"><div id=all style="position:relative;height:6000px"></div></div>
      <script>
        const pool = Array.from({ length: 14 }, () => all.appendChild(document.createElement("div")))
        const draw = () => {
          const first = Math.max(0, Math.min(186, Math.floor(view.scrollTop / 30) - 2))
          for (let index = first; index < first + 14; index++) {
            const element = pool[index % 14]
            element.style.cssText = "position:absolute;transform:translateY(" + index * 30 + "px)"
            element.textContent = "Row " + (index + 1) + " end"
          }
        }
        view.addEventListener("scroll", () => requestAnimationFrame(draw))
        draw()
      </script>`,
    actions: [{ scroll: "#view" }],
    shows: rows(200),
    counts: { "Row ": 200 }
  },
  "virtual-list-of-a-library": {
    html:
      `<h2>Before</h2><div id=view style="height:400px;overflow:auto"><div id=all style="position:relative"></div></div><h2>After</h2>
      <script type=module>
        import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "./virtual-list-of-a-library/lib/index.js"
        const draw = () => {
          all.style.height = list.getTotalSize() + "px"
          all.replaceChildren(...list.getVirtualItems().map(({ index, start }) => {
            const row = document.createElement("article")
            row.style.cssText = "position:absolute;top:0;transform:translateY(" + start + "px)"
            row.innerHTML = "<a href='/item/" + (index + 1) + "'>Row " + (index + 1) + " end</a>"
            return row
          }))
        }
        const list = new Virtualizer({
          count: 300, getScrollElement: () => view, estimateSize: (index) => 24 + (index % 3) * 8,
          scrollToFn: elementScroll, observeElementRect, observeElementOffset, onChange: draw, initialRect: { width: 400, height: 400 }
        })
        list._didMount()
        list._willUpdate()
        draw()
      </script>`,
    routes: Object.fromEntries(
      fs.readdirSync(virtualCore).filter((name) => name.endsWith(".js")).map((name) => [
        `/lib/${name}`,
        (_, response) =>
          void response.writeHead(200, { "content-type": "text/javascript" })
            .end(`const process = { env: {} };${fs.readFileSync(path.join(virtualCore, name), "utf8")}`)
      ])
    ),
    actions: [{ scroll_until: { max: 3 } }],
    shows: ["Before", ...rows(300), "After"],
    counts: { "Row ": 300 }
  },
  "feed-that-drops-its-beginning": {
    html: `<div id=feed></div><script>
      let last = 0
      const add = () => {
        for (let i = 0; i < 8 && last < 60; i++) {
          feed.insertAdjacentHTML("beforeend", "<section style='height:200px'><p>Row " + ++last + " end</p></section>")
        }
        while (feed.children.length > 24) {
          const height = feed.firstChild.offsetHeight
          feed.firstChild.remove()
          feed.style.paddingTop = (parseInt(feed.style.paddingTop || "0") + height) + "px"
        }
      }
      add(); add()
      addEventListener("scroll", () => {
        if (scrollY + innerHeight > document.documentElement.scrollHeight - 600) add()
      })
    </script>`,
    actions: [{ scroll_until: { max: 20 } }],
    shows: rows(60),
    counts: { "Row ": 60 }
  },
  "nested-scroller": {
    html: `<p>Page</p><div id=box style="height:200px;overflow:scroll"><ul id=list></ul></div><script>
      let last = 0
      const add = () => { for (let i = 0; i < 10 && last < 30; i++) list.insertAdjacentHTML("beforeend", "<li style='height:40px'>Row " + ++last + " end</li>") }
      add()
      box.onscroll = () => { if (box.scrollTop + box.clientHeight > box.scrollHeight - 10) add() }
    </script>`,
    actions: [{ scroll: "#box" }, { scroll: "#box" }, { scroll: "#box" }],
    shows: rows(30)
  },
  "list-that-is-filtered-afterwards": {
    html:
      `<button id=odd>Odd</button><div id=view style="height:200px;overflow:auto"><div id=all style="position:relative"></div></div><script>
      let items = Array.from({ length: 100 }, (_, i) => i + 1)
      const draw = () => {
        all.style.height = items.length * 20 + "px"
        const first = Math.floor(view.scrollTop / 20)
        all.innerHTML = items.slice(first, first + 14).map((n, i) => "<p style='margin:0;position:absolute;top:" + (first + i) * 20 + "px'>Row " + n + " end</p>").join("")
      }
      view.onscroll = draw
      odd.onclick = () => { items = items.filter((n) => n % 2); view.scrollTop = 0; draw() }
      draw()
    </script>`,
    actions: [{ scroll: "#view" }, { click: "#odd" }],
    shows: ["Row 1 end", "Row 3 end", "Row 27 end"],
    hides: ["Row 2 end", "Row 100 end"]
  },
  "lazy-images": {
    html: `<div id=list></div><script>
      for (let i = 1; i <= 12; i++) list.insertAdjacentHTML("beforeend", "<figure style='height:400px'><img data-src='/photo-" + i + ".jpg' alt='Photo " + i + "'></figure>")
      const seen = new IntersectionObserver((all) => { for (const { isIntersecting, target } of all) if (isIntersecting) { target.src = target.dataset.src; target.after("loaded " + target.alt) } })
      for (const image of document.images) seen.observe(image)
    </script>`,
    actions: [{ scroll: "bottom" }],
    shows: ["loaded Photo 1", "loaded Photo 6", "loaded Photo 12"]
  },
  "carousel": {
    html: `<div id=slide>Slide 1 of 3</div><button id=next aria-label=Next>›</button><script>
      let n = 1; next.onclick = () => { n = n % 3 + 1; slide.textContent = "Slide " + n + " of 3" }</script>`,
    actions: [{ click: "#next" }, { click: "[aria-label=Next]" }],
    shows: ["Slide 3 of 3"],
    hides: ["Slide 1 of 3"]
  }
}
