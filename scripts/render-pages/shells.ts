/**
 * The documents that the frameworks' own starters have, `body` in place where the server has rendered. Each framework
 * is given another habit of the trade: a plea in noscript, a spinner, a state blob, a bare body, a tag of its own.
 */
export type Shell = (title: string, page: number, body: string | undefined) => string

export const head = (title: string, extra = ""): string =>
  `<head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width">${extra}</head>`

export const shells: Readonly<Record<string, Shell>> = {
  react: (title, page, body) =>
    `<!doctype html><html lang="en" data-page="${page}">${
      head(title)
    }<body><noscript>You need to enable JavaScript to run this app.</noscript>`
    + `<div id="root">${body ?? ""}</div><script src="/react.js"></script></body></html>`,
  preact: (title, page, body) =>
    `<!doctype html><html lang="en" data-page="${page}">${
      head(title, `<script src="/preact.js" defer></script>`)
    }<body>`
    + `<div id="app">${body ?? ""}</div></body></html>`,
  vue: (title, page, body) =>
    `<!doctype html><html lang="en" data-page="${page}">${head(title)}<body><div id="app">${
      body ?? `<div class="skeleton"><div></div><div></div></div>`
    }</div><script>window.__INITIAL_STATE__={"page":${page}}</script><script src="/vue.js"></script></body></html>`,
  svelte: (title, page, body) =>
    `<!doctype html><html lang="en" data-page="${page}">${head(title)}<body data-sveltekit-preload-data="hover">`
    + `<div id="svelte" style="display: contents">${body ?? ""}</div><script src="/svelte.js"></script></body></html>`,
  lit: (title, page, body) =>
    `<!doctype html><html lang="en" data-page="${page}">${head(title)}<body>${
      body ?? `<site-page></site-page><script src="/lit.js"></script>`
    }${body === undefined ? "" : `<script>window.dataLayer=[];</script>`}</body></html>`,
  plain: (title, page, body) =>
    `<!doctype html><html lang="en" data-page="${page}">${head(title)}<body>${
      body ?? ""
    }<script src="/plain.js"></script></body></html>`
}
