import { head, type Shell } from "./shells.ts"

const document = (title: string, page: number, body: string, inHead = ""): string =>
  `<!doctype html><html lang="en" data-page="${page}">${head(title, inHead)}<body>${body}</body></html>`

/** Frameworks with one page each: how it begins before scripts run, or as a server writes it. */
export const moreShells: Readonly<Record<string, Shell>> = {
  solid: (title, page, body) =>
    document(title, page, `<div id="root">${body ?? ""}</div><script src="/solid.js"></script>`),
  mithril: (title, page, body) =>
    document(title, page, `<div id="app">${body ?? ""}</div><script src="/mithril.js"></script>`),
  stimulus: (title, page, body) =>
    document(
      title,
      page,
      `<div ${body === undefined ? "data-controller=\"page\"" : ""}>${body ?? ""}</div>`,
      `<script src="/stimulus.js" defer></script>`
    ),
  alpine: (title, page, body) =>
    document(title, page, body ?? alpineTemplate, `<script src="/alpine.js" defer></script>`),
  angularjs: (title, page, body) =>
    document(title, page, `${body ?? angularTemplate}<script src="/angularjs.js"></script>`),
  htmx: (title, page, body) =>
    document(
      title,
      page,
      body ?? `<div hx-get="/htmx-${page}-server.html" hx-trigger="load" hx-select="#layout"></div>`,
      `<script src="/htmx.js" defer></script>`
    )
}

const alpineTemplate =
  `<div x-data="site"><template x-if="page"><div id="layout"><header><nav><template x-for="name in navigation">`
  + `<a :href="'/' + name.toLowerCase()" x-text="name"></a></template></nav></header><main><article>`
  + `<h1 x-text="page.title"></h1><template x-for="block in page.blocks"><p x-text="block.text"></p></template>`
  + `</article></main><footer x-text="foot"></footer></div></template></div>`

const angularTemplate = `<div ng-app="site" ng-controller="page" id="layout"><header><nav>`
  + `<a ng-repeat="name in navigation" ng-href="/{{ name.toLowerCase() }}">{{ name }}</a></nav></header>`
  + `<main><article><h1>{{ page.title }}</h1><p ng-repeat="block in page.blocks">{{ block.text }}</p></article></main>`
  + `<footer>{{ foot }}</footer></div>`
