import { type AttackPage, button, click, onClick, page } from "./attack-page.ts"

export const windows: ReadonlyArray<AttackPage> = [
  onClick("500 windows", () => "for(let i=0;i<500;i++)open('/popup?'+i)"),
  onClick(
    "windows of a frame",
    () =>
      "const i=document.createElement('iframe');document.body.append(i);i.contentWindow.open('/popup/frame');i.remove()"
  ),
  page("a link in a new window", () => `<a id=b target=_blank rel=opener href="/popup/link">go</a>`),
  page("a link to a named window", () => `<a id=b target=elsewhere href="/popup/named">go</a>`),
  page(
    "a form in new windows",
    () =>
      `<form target=_blank action="/popup/form"><button id=b>go</button></form><script>f=document.forms[0];setInterval(()=>f.submit(),20)</script>`
  ),
  onClick("dialogs", () => "for(let i=0;i<300;i++){alert(i);confirm(i);prompt(i);print()}"),
  page(
    "beforeunload",
    () =>
      `<script>onbeforeunload=(e)=>{e.preventDefault();return e.returnValue='x'}</script><a id=b href="/next">go</a>`
  ),
  page(
    "onunload loop",
    () =>
      `<script>onpagehide=onunload=()=>{for(const e=Date.now()+3000;Date.now()<e;);}</script><a id=b href="/next">go</a>`
  ),
  onClick(
    "picture in picture, full screen, pointer lock",
    () => "b.requestFullscreen?.().catch(()=>0);b.requestPointerLock?.();navigator.keyboard?.lock?.()"
  ),
  onClick(
    "permissions",
    () =>
      "Notification.requestPermission();navigator.geolocation.getCurrentPosition(()=>0);navigator.mediaDevices?.getUserMedia({audio:true}).catch(()=>0);navigator.clipboard?.writeText('mark').catch(()=>0)"
  ),
  page("file", () => `<a id=b href="/file">go</a>`),
  page("odd file", () => `<a id=b href="/odd">go</a>`),
  page(
    "download of a blob",
    () => `<a id=b download=gotcha.txt>go</a><script>b.href=URL.createObjectURL(new Blob(['x']))</script>`
  ),
  onClick(
    "100 downloads",
    () =>
      "for(let i=0;i<100;i++){const a=document.createElement('a');a.download='gotcha'+i;a.href='/file?'+i;a.click()}"
  ),
  page("frame of a file", () => `<iframe src="/file"></iframe>${button("")}`),
  page("file input", () => `<input id=b type=file>`),
  page("label of a file input", () => `<label id=b>go<input type=file hidden></label>`),
  page("file input behind a button", () => `<input id=i type=file hidden>${button("i.click();i.showPicker?.()")}`),
  onClick(
    "file pickers",
    () => "showOpenFilePicker?.().catch(()=>0);showSaveFilePicker?.().catch(()=>0);showDirectoryPicker?.().catch(()=>0)"
  ),
  page(
    "service worker of a frame",
    () =>
      `<iframe id=i src="/next"></iframe>${
        button(
          "i.contentWindow.navigator.serviceWorker.register('/sw.js',{scope:'/'}).catch(()=>0);Reflect.apply(Object.getPrototypeOf(navigator.serviceWorker).register,navigator.serviceWorker,['/sw.js'])"
        )
      }`
  )
]

export const resisting: ReadonlyArray<AttackPage> = [
  page(
    "moves",
    () =>
      `${button("")}<script>b.style.position='fixed';setInterval(()=>{b.style.left=Math.random()*900+'px'},8)</script>`
  ),
  page(
    "flees",
    () =>
      `${button("")}<script>let n=0;b.style.position='fixed';b.onmouseover=()=>{b.style.left=(++n%2)*300+'px'}</script>`
  ),
  page("covers", () => `${button("")}<div style="position:fixed;inset:0"></div>`),
  page("removes", () => `${button("")}<script>setInterval(()=>{const c=b.cloneNode();b.replaceWith(c)},5)</script>`),
  onClick("endless loop", () => "while(true){}"),
  onClick("endless promises", () => "(function f(){Promise.resolve().then(f)})()"),
  onClick(
    "endless memory",
    () => "const a=[];setInterval(()=>a.push(new ArrayBuffer(1e7)),1);for(let i=0;i<1e4;i++)a.push('x'.repeat(1e5)+i)"
  ),
  onClick(
    "a million elements",
    () => "for(let i=0;i<300;i++)document.body.insertAdjacentHTML('beforeend','<p>x</p>'.repeat(1000))",
    { scroll_until: { max: 5 } }
  ),
  page(
    "endless list",
    () =>
      `<ul id=l></ul><script>const f=()=>{for(let i=0;i<30;i++)l.insertAdjacentHTML('beforeend','<li style=height:60px>'+Math.random())};f();onscroll=f</script>`,
    [{ scroll_until: { max: 100 } }]
  ),
  page(
    "endless virtual list",
    () =>
      `<div id=v style="height:400px;overflow:auto"><div id=s style="position:relative;height:1000000px"></div></div><script>v.onscroll=()=>{s.innerHTML='';const k=Math.floor(v.scrollTop/30);for(let i=k;i<k+16;i++)s.insertAdjacentHTML('beforeend','<p style=position:absolute;top:'+i*30+'px>row '+i+'</p>')};v.onscroll()</script>`,
    [{ scroll: "#v" }]
  ),
  page(
    "rows of megabytes",
    () =>
      `<ul id=l></ul><script>const f=()=>{for(let i=0;i<4;i++)l.insertAdjacentHTML('beforeend','<li style=height:300px;overflow:hidden>'+Math.random()+'y'.repeat(1e6))};f();onscroll=f</script>`,
    [{ scroll_until: { max: 30 } }]
  ),
  page(
    "equal rows",
    () =>
      `<ul id=l></ul><script>const f=()=>{l.innerHTML+='<li style=height:5px>same</li>'.repeat(900)};f();onscroll=f</script>`,
    [{ scroll_until: { max: 30 } }]
  ),
  page(
    "mutation storm",
    () => `${button("")}<p id=p></p><script>setInterval(()=>{for(let i=0;i<500;i++)p.textContent=i},1)</script>`,
    [click, { scroll: "bottom" }, { press: "a" }]
  ),
  page(
    "scrolls back",
    () => `${button("")}<div style="height:9000px"></div><script>onscroll=()=>scrollTo(0,0)</script>`,
    [{ scroll_until: { max: 20 } }, click]
  ),
  page(
    "closed and deep shadow roots",
    () =>
      `<div id=h></div><script>let n=h;for(let i=0;i<300;i++){const r=n.attachShadow({mode:'open'});n=document.createElement('div');r.append(n)};n.innerHTML='<button id=b>go</button>'</script>`
  ),
  page(
    "500 frames",
    () => `${button("")}<script>for(let i=0;i<500;i++)document.body.append(document.createElement('iframe'))</script>`
  ),
  page("frame in frame", () => `${button("")}<iframe src="?1"></iframe>`),
  page(
    "functions replaced",
    () =>
      `<script>for(const n of ['querySelectorAll','querySelector','elementFromPoint'])Document.prototype[n]=()=>{throw 1};JSON.stringify=()=>'{}';Array.prototype.map=()=>[];window.setTimeout=()=>0</script>${
        button("")
      }`
  ),
  page(
    "DOM clobbering",
    () =>
      `<form id=querySelectorAll name=querySelector><input name=children><input id=b name=attributes></form><img name=body><img name=documentElement>`
  ),
  onClick("removes the root", () => "document.documentElement.remove()", click),
  onClick(
    "navigates for ever",
    () => "setInterval(()=>{location='/case/0?'+Math.random()},30)",
    { wait_ms: 1500 },
    click
  ),
  page("surrogates and controls", () => `<input id=t>`, [{ type: ["#t", "\uD800\u0000\u0007\u2028\u202E\uDC00 x"] }]),
  page("a long text of surrogates", () => `<input id=t>`, [{ type: ["#t", "\uD800".repeat(400)] }]),
  page("a selector of 1,000 not", () => button(""), [{ click: `#b${":not(x)".repeat(60)}` }]),
  page("nested has", () => `${"<div>".repeat(300)}${button("")}`, [{
    click: "div:has(div:not(:has(i))):has(:has(button))"
  }]),
  page("a selector that is a script", () => button(""), [{ click: "a[title=\"\\\");alert(1)//\"]" }]),
  page("a selector for surrogates", () => button(""), [{ click: "[title='\uD800\u2028']" }]),
  page(
    "pictures of a storm",
    () =>
      `<canvas id=c width=1200 height=900></canvas><script>const g=c.getContext('2d'),d=g.createImageData(1200,900);setInterval(()=>{for(let i=0;i<d.data.length;i++)d.data[i]=Math.random()*256;g.putImageData(d,0,0)},5)</script>`,
    Array.from({ length: 10 }, () => ({ wait_ms: 10 }))
  )
]
