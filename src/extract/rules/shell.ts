/** Names in frameworks and their starter templates that distinguish a shell from a page. */

/** Ids of the root element of an application. */
export const rootIds: ReadonlySet<string> = new Set(
  ("root app __next __nuxt __layout ___gatsby gatsby-focus-wrapper svelte sveltekit react-root react-app app-root approot "
    + "vue-app app-container application ember-application ember-app main-app spa q-app app-mount mount mount-point "
    + "page-root reactroot root-app outlet single-spa")
    .split(" ")
)

/** Ids of the content element in pages with static surroundings. */
export const contentIds: ReadonlySet<string> = new Set(
  "content main main-content page-content article post posts results list items view page container wrapper".split(" ")
)

/** Attributes from server rendering, or for a client. */
export const rootAttributes: ReadonlyArray<string> = [
  "ng-app",
  "data-ng-app",
  "ng-version",
  "v-cloak",
  "data-v-app",
  "data-reactroot",
  "data-server-rendered",
  "data-sveltekit-preload-data",
  "data-sveltekit-hydrate",
  "x-data"
]

/** Initial state of a client, as it appears in inline scripts. */
export const stateBlobs =
  /__NEXT_DATA__|self\.__next_f|__NUXT__|__NUXT_DATA__|__INITIAL_STATE__|__PRELOADED_STATE__|__APOLLO_STATE__|__remixContext|__reactRouterContext|__sveltekit_|__INITIAL_PROPS__|__gatsby|___loader|EmberENV|webpackChunk|webpackJsonp|createRoot\(|createApp\(|ReactDOM\.|bootstrapApplication|angular\.module|customElements\.define/

export const plea =
  /(?:enable|turn on|activate|requires?|needs?|without|allow|support)[^.]{0,40}\bjava\s?script\b|\bjava\s?script\b[^.]{0,40}(?:enabled?|disabled|required|must|turned|necessary|to run|not available)|javascript (?:aktivieren|einschalten)|activez? javascript|habilit\w{1,9} javascript|включите javascript/i

/** Placeholder text of loading content. */
export const loading =
  /(?:please wait|just a moment|one moment|checking your browser|loading|laden|chargement|cargando|caricamento|загрузка|読み込み中|加载中)[\s.…!]*(?:please wait)?[\s.…!]*/gi

/** Scripts for statistics, advertising and consent. They add no content. */
export const sideScripts = new RegExp(
  [
    "google-analytics|googletagmanager|googlesyndication|googleadservices|doubleclick|gtag|analytics|matomo",
    "piwik|plausible|hotjar|clarity\\.ms|segment\\.(?:com|io)|facebook\\.net|fbevents|connect\\.facebook",
    "twitter\\.com/widgets|platform\\.twitter|cookie|consent|onetrust|quantcast|cloudflareinsights",
    "rocket-loader|email-decode|newrelic|nr-data|sentry|intercom|hs-scripts|chartbeat|parsely|scorecardresearch",
    "addthis|recaptcha|polyfill|modernizr|respond\\.min|html5shiv|jquery",
    "bootstrap(?:\\.bundle)?(?:\\.min)?\\.js|prism|highlight|mathjax|katex|webfont|typekit|fontawesome",
    "speculation|lazysizes|livereload"
  ].join("|"),
  "i"
)

export const surroundingRoles: ReadonlySet<string> = new Set([
  "navigation",
  "banner",
  "contentinfo",
  "complementary",
  "dialog",
  "alertdialog",
  "search"
])

export const interstitialTitle =
  /^(?:just a moment|attention required|checking your browser|please wait|redirecting|loading|one moment|ddos-guard)/i

/** A script that only leads to another page. */
export const leadsAway = /(?:window|document|self|top)?\.?location(?:\.href|\.replace|\.assign)?\s*(?:=[^=]|\()/
