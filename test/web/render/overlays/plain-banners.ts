import type { Banner } from "./vendor-banners.ts"

const bar = "position:fixed;left:0;right:0;bottom:0;z-index:99;background:#222;color:#fff;padding:20px"
const box = "position:fixed;left:25%;top:20%;width:50%;height:50%;z-index:1001;background:#fff;border:1px solid"
const dim = "position:fixed;inset:0;z-index:1000;background:rgba(0,0,0,.5)"

/** Overlays that no vendor made, with the names of their sites. */
export const plainBanners: Readonly<Record<string, Banner>> = {
  barAtBottom: {
    css: `.x1{${bar}}`,
    html: `<div class="x1">This site uses cookies to give you the best experience. <button>OK</button></div>`
  },
  barAtTopSticky: {
    css: ".x1{position:fixed;top:0;left:0;right:0;background:#ffc;padding:16px;z-index:9}",
    html:
      `<section class="x1">Nous utilisons des cookies pour mesurer l'audience. <a href="#">Tout accepter</a></section>`
  },
  cornerCard: {
    css: ".x1{position:fixed;right:16px;bottom:16px;width:280px;background:#fff;border:2px solid #000;padding:12px}",
    html: `<div class="x1"><b>Cookies</b><p>Utilizamos cookies propias y de terceros.</p><button>Aceptar</button></div>`
  },
  lockedModal: {
    css: `html,body{overflow:hidden} body{position:fixed;width:100%} .x1{${dim}} .x2{${box}} #root{filter:blur(6px)}`,
    html:
      `<div class="x1"></div><div class="x2"><h2>Your privacy</h2><p>We and our partners store data.</p><button>Agree</button><button>Manage options</button></div>`
  },
  backdropInside: {
    css:
      `.wall{position:fixed;inset:0;z-index:5000} .wall i{position:absolute;inset:0;background:#000a;backdrop-filter:blur(9px)} .wall div{position:absolute;inset:15%;background:#fff}`,
    html:
      `<div class="wall"><i></i><div><p>Wir verwenden Cookies und bitten um Ihre Einwilligung.</p><button>Alle akzeptieren</button></div></div>`
  },
  customElement: {
    css: "",
    html:
      `<my-consent><template shadowrootmode="open"><style>div{${bar}}</style><div><slot></slot><button>I agree</button></div></template>We use cookies to run this shop.</my-consent>`
  },
  nestedShadow: {
    css: "",
    html:
      `<app-shell><template shadowrootmode="open"><app-banner><template shadowrootmode="open"><style>p{${bar}}</style><p>Denne siden bruker informasjonskapsler. <button>Godta alle</button></p></template></app-banner></template></app-shell>`
  },
  modalDialog: {
    css: "dialog{width:60%;height:40%} dialog::backdrop{background:#000c;backdrop-filter:blur(4px)}",
    html:
      `<dialog id="d"><p>We care about your privacy and use cookies.</p><form method="dialog"><button>Accept</button></form></dialog><script>d.showModal()</script>`
  },
  ownFrame: {
    css: `iframe.c{${bar};width:100%;height:160px;border:0;padding:0}`,
    html: `<iframe class="c" srcdoc="<p>We use cookies on this website.</p><button>Accept all</button>"></iframe>`
  },
  newsletter: {
    css: `.m-back{${dim}} .m{${box}}`,
    html:
      `<div class="m-back"></div><div class="m" role="dialog" aria-modal="true"><h2>Get 10% off</h2><p>Subscribe to our newsletter.</p><input type="email"><button>Subscribe</button><button aria-label="Close">×</button></div>`
  },
  notificationPrompt: {
    css: ".n{position:fixed;top:0;left:30%;width:40%;background:#fff;border:1px solid;padding:16px}",
    html:
      `<div class="n" role="dialog"><p>Would you like to receive notifications about the latest news?</p><button>Later</button><button>Allow</button></div>`
  },
  japanese: {
    css: `.x1{${bar}}`,
    html: `<div class="x1">当サイトはCookieを使用しています。<button>同意する</button></div>`
  },
  polish: {
    css: `.x1{${bar}}`,
    html: `<div class="x1"><p>Strona korzysta z plików cookie.</p><button>Akceptuję</button></div>`
  },
  hiddenBehindAria: {
    css: `.x1{${dim}} .x2{${box}}`,
    html:
      `<div class="x1"></div><div class="x2" role="dialog"><p>Questo sito utilizza cookie tecnici.</p><button>Accetta tutti</button></div><script>root.ariaHidden = "true"; root.inert = true</script>`
  }
}

const shell = "position:fixed;inset:0;overflow:auto;background:#fff"

/** Pages where something that looks like an overlay is content. */
export const contentPages: Readonly<Record<string, string>> = {
  appShell:
    `<style>body{overflow:hidden}.s{${shell}}</style><div class="s"><main><h1>Cookie settings</h1><p>We use cookies. Accept them or reject them in the list below, one by one.</p><button>Accept all</button></main></div>`,
  stickyHeader:
    `<style>header{position:sticky;top:0;background:#fed;padding:20px}</style><header><nav><a href="/">The Cookie Shop</a> <a href="/privacy">Privacy</a> <button>Accept orders</button></nav></header><main><h1>Cookies</h1><p>${
      "Fresh every day. ".repeat(30)
    }</p></main>`,
  titleHeader:
    `<style>header{position:fixed;top:0;left:0;right:0;background:#fed}p{margin-top:120px}</style><header><h1>Tides of the north</h1><a href="#">I agree to the privacy terms</a></header><p>${
      "The tide comes in twice a day. ".repeat(30)
    }</p>`,
  login:
    `<style>.l{${shell}}</style><div class="l"><form><h1>Sign in</h1><input type="email"><input type="password"><button>Continue</button><p>By signing in you accept our privacy policy and the use of cookies.</p></form></div>`,
  loginOverPage:
    `<style>.b{position:fixed;inset:0;background:#0008}.l{position:fixed;inset:20%;background:#fff}</style><main><p>${
      "News of the day. ".repeat(60)
    }</p></main><div class="b"></div><div class="l" role="dialog"><form><input type="email"><input type="password"><button>Sign in</button></form></div>`,
  lightbox:
    `<style>.g{position:fixed;inset:0;background:#000d;color:#fff}.g svg,.g canvas{width:60%;height:60%;background:#fa0}</style><main><p>${
      "A gallery of baking. ".repeat(40)
    }</p></main><div class="g" role="dialog"><canvas></canvas><p>Chocolate cookies, 2019</p><button aria-label="Close">×</button></div>`,
  consentWall:
    `<style>.w{${shell}}</style><div class="w" role="dialog"><p>We use cookies. Nothing else is on this page.</p><button>Accept</button></div>`,
  recipeDialog: `<style>.d{position:fixed;inset:25%;background:#eee}</style><main><p>${
    "Bake with us. ".repeat(60)
  }</p></main><div class="d" role="dialog"><h2>Oat cookies</h2><p>Mix, bake, eat.</p><button>OK</button><button>Close</button></div>`,
  policyArticle:
    `<style>article{position:absolute;z-index:20;top:0;background:#fff}</style><article><h1>Cookie policy</h1><p>${
      "We use cookies on this website. ".repeat(20)
    }</p><button>Accept</button></article><p>Footer of the page with some more words.</p>`,
  chatWidget: `<style>.c{position:fixed;right:0;bottom:0;width:300px;height:200px;background:#def}</style><main><p>${
    "Ask about tides. ".repeat(60)
  }</p></main><div class="c">Questions? <button>Chat now</button></div>`,
  newsletterPage:
    `<style>.n{position:fixed;inset:10%;background:#def}</style><div class="n"><h2>Subscribe to our newsletter</h2><input type="email"><button>Subscribe</button><button>Close</button></div><p>Imprint</p>`,
  search:
    `<style>.s{position:fixed;top:0;left:0;right:0;background:#eee;padding:20px}</style><div class="s"><input type="search"><button>Accept</button> cookies recipes privacy</div><p>${
      "Results of a search. ".repeat(50)
    }</p>`
}
