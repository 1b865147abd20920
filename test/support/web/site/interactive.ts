const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`

/** Three reviews, and three more with each click. */
export const reviews = page(
  "Reviews of the brass barometer",
  `<ol id="list"></ol><button id="more">More reviews</button><script>
    const names = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gro", "Hal", "Ida"]
    let shown = 0
    const more = () => {
      for (const name of names.slice(shown, shown + 3)) {
        list.insertAdjacentHTML("beforeend", "<li>" + name + " has watched the weather with it for a year, and is content.</li>")
      }
      shown += 3
      if (shown >= names.length) document.getElementById("more").remove()
    }
    document.getElementById("more").onclick = more
    more()
  </script>`
)

/** A thousand rows, of which the tree has those in sight. */
export const ships = page(
  "Ships in the harbour",
  `<div id="view" style="height:400px;overflow-y:auto"><div id="all" style="position:relative;height:20000px"></div></div><script>
    const draw = () => {
      const first = Math.floor(view.scrollTop / 20)
      all.innerHTML = ""
      for (let ship = first; ship < Math.min(1000, first + 25); ship++) {
        all.insertAdjacentHTML("beforeend", "<p style='position:absolute;margin:0;top:" + ship * 20 + "px'>Ship number " + (ship + 1) + " lies at berth " + (ship % 40 + 1) + ".</p>")
      }
    }
    view.onscroll = draw
    draw()
  </script>`
)

export const signIn = page(
  "Sign in",
  `<form method="post" action="/signed-in"><label>Name <input name="name"></label>
    <label>Password <input name="password" type="password"></label><button>Sign in</button></form>`
)

export const account = page(
  "Your orders",
  "<p>One brass barometer, sent by sea on the first of May. It should arrive with the next spring tide.</p>"
)
