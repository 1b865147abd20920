/**
 * The 91 URLs of Security Crawl Maze (https://github.com/google/security-crawl-maze, Apache-2.0, expected-results.json
 * of commit 827b4fbc), each with a page of our own that names it in the same way. The frameworks among them, which need
 * builds, are scripts that make the same elements.
 */
export interface MazeCase {
  /** Path of the URL to find, below `/test`. */
  readonly path: string
  /** The markup that names it. `@` is its URL. */
  readonly markup: string
  readonly found: Found
  readonly header?: Readonly<Record<string, string>>
  readonly status?: number
}

/**
 * How a content crawler finds the URL. `link`: it follows it. `script`: the same, on the rendered page. `asset`: a
 * mirror of the site fetches it. The others are out of scope.
 */
export type Found = "link" | "script" | "asset" | OutOfScope

export type OutOfScope = keyof typeof reasons

/** Why a content crawler does not request a URL. */
export const reasons = {
  form: "It submits no forms.",
  event: "It clicks on nothing without `actions`, and the requests that scripts send are not pages.",
  string: "Words in text, comments and scripts are not links.",
  film: "A mirror leaves films and sounds where they are.",
  obsolete: "No browser requests it.",
  tracking: "Pings tell a site about a click.",
  hint: "It declares something, and leads to no page.",
  robots: "robots.txt disallows it."
} as const

const of = (found: Found, cases: Readonly<Record<string, string>>): ReadonlyArray<MazeCase> =>
  Object.entries(cases).map(([path, markup]) => ({ path, markup, found }))

const clicked = (...names: ReadonlyArray<string>) =>
  of(
    "event",
    Object.fromEntries(names.map((name) => [
      `javascript/interactive/${name}.found`,
      "<button onclick=\"fetch('@', { method: 'POST' })\">Send</button>"
    ]))
  )

export const mazeCases: ReadonlyArray<MazeCase> = [
  { path: "headers/location.found", markup: "", found: "link", status: 301, header: { location: "@" } },
  { path: "headers/refresh.found", markup: "", found: "link", header: { refresh: "0; url=@" } },
  { path: "headers/link.found", markup: "", found: "hint", header: { link: "<@>; rel=\"preload\"" } },
  {
    path: "headers/content-location.found",
    markup: "",
    found: "hint",
    status: 201,
    header: { "content-location": "@" }
  },
  ...of("link", {
    "html/body/a/href.found": "<a href='@'>link</a>",
    "html/body/embed/src.found": "<embed src='@'>",
    "html/body/frameset/frame/src.found": "<frameset cols=100%><frame src='@'></frameset>",
    "html/body/iframe/src.found": "<iframe src='@'></iframe>",
    "html/body/object/data.found": "<object data='@'></object>",
    "html/head/meta/content-redirect.found": "<meta http-equiv=refresh content='0; url=@'>",
    "html/misc/url/full-url.found": "<a href='http://HOST@'>link</a>",
    "html/misc/url/path-relative-url.found":
      "<a href='../../../../test/html/misc/url/path-relative-url.found'>link</a>",
    "html/misc/url/protocol-relative-url.found": "<a href='//HOST@'>link</a>",
    "html/misc/url/root-relative-url.found": "<a href='@'>link</a>",
    "misc/known-files/sitemap.xml.found": ""
  }),
  ...of("script", {
    "javascript/frameworks/angular/router-outlet.found":
      "<app-root></app-root><script>document.querySelector('app-root').innerHTML = '<a routerlink=/ href=\"@\">Route</a>'</script>",
    "javascript/frameworks/angularjs/ng-href.found":
      "<div ng-app=app><a ng-href='{{url}}'>{{ label }}</a> {{ one }} {{ two }}</div><script>document.querySelector('a').href = '@'</script>",
    "javascript/frameworks/polymer/polymer-router.found":
      "<my-app></my-app><script>customElements.define('my-app', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<a href=\"@\">Route</a>' } })</script>",
    "javascript/frameworks/react/route-path.found":
      "<div id=root></div><script>const link = document.createElement('a'); link.href = '@'; link.append('Route'); document.querySelector('#root').append(link)</script>"
  }),
  ...of("asset", {
    "css/font-face.found": "<style>@font-face { font-family: maze; src: url('@') }</style>",
    "html/body/audio/source/srcset1x.found": "<audio><source srcset='@ 1x'></audio>",
    "html/body/audio/source/srcset2x.found": "<audio><source srcset='@ 2x'></audio>",
    "html/body/background.found": "<body background='@'>",
    "html/body/iframe/srcdoc.found": "<iframe srcdoc='<img src=@>'></iframe>",
    "html/body/img/src.found": "<img src='@'>",
    "html/body/img/srcset1x.found": "<img srcset='@ 1x'>",
    "html/body/img/srcset2x.found": "<img srcset='@ 2x'>",
    "html/body/input/src.found": "<input type=image src='@'>",
    "html/body/script/src.found": "<script src='@'></script>",
    "html/body/svg/image/xlink.found": "<svg><image xlink:href='@'></image></svg>",
    "html/body/svg/script/xlink.found": "<svg><script xlink:href='@'></script></svg>",
    "html/body/table/background.found": "<table background='@'></table>",
    "html/body/table/td/background.found": "<table><td background='@'></table>",
    "html/body/video/poster.found": "<video poster='@'></video>",
    "html/body/video/track/src.found": "<video><track src='@'></video>"
  }),
  ...of("form", {
    "html/body/form/action-get.found": "<form action='@' method=get><input type=submit></form>",
    "html/body/form/action-post.found": "<form action='@' method=post><input type=submit></form>",
    "html/body/form/button/formaction.found": "<form><button formaction='@'>Send</button></form>",
    "javascript/frameworks/react/index.html/search.found": "<form action='@'><input name=q></form>"
  }),
  ...of("tracking", {
    "html/body/a/ping.found": "<a href='/' ping='@'>link</a>",
    "html/body/map/area/ping.found": "<map name=map><area ping='@' href='/'></map>"
  }),
  ...of("obsolete", {
    "html/manifest.found": "<html manifest='@'>",
    "html/head/comment-conditional.found": "<!--[if true]><link href='@' rel=stylesheet><![endif]-->",
    "html/body/img/src-data.found":
      "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'><image xlink:href='@'/></svg>\">",
    "html/body/img/longdesc.found": "<img src=data:, longdesc='@'>",
    "html/body/applet/archive.found": "<applet archive='@'></applet>",
    "html/body/applet/codebase.found": "<applet code=a codebase='@'></applet>",
    "html/body/img/dynsrc.found": "<img dynsrc='@'>",
    "html/body/img/lowsrc.found": "<img lowsrc='@'>",
    "html/body/isindex/action.found": "<isindex action='@'></isindex>",
    "html/body/object/codebase.found": "<object codebase='@'></object>",
    "html/body/object/param/value.found": "<object><param name=movie value='@'></object>",
    "html/head/import/implementation.found": "<import namespace=maze implementation='@'></import>"
  }),
  ...of("hint", {
    "html/head/link/href.found": "<link rel=prefetch href='@'>",
    "html/body/blockquote/cite.found": "<blockquote cite='@'>A quotation.</blockquote>",
    "html/doctype.found": "<!DOCTYPE html SYSTEM '@'>",
    "html/head/base/href.found": "<base href='@'>",
    "html/head/meta/content-csp.found": "<meta http-equiv=content-security-policy content='report-uri @'>",
    "html/head/meta/content-pinned-websites.found": "<meta name=msapplication-task content='name=Maze; action-uri=@'>",
    "html/head/meta/content-reading-view.found": "<meta name=copyright content=\"<img src='@'>\">",
    "html/head/profile.found": "<head profile='@'>"
  }),
  ...of("film", {
    "html/body/video/src.found": "<video src='@'></video>",
    "html/body/audio/source/src.found": "<audio><source src='@'></audio>",
    "html/body/audio/src.found": "<audio src='@'></audio>"
  }),
  ...of("string", {
    "html/misc/string/dot-dot-slash-prefix.found": "<p>The text ../../..@ is not a link.</p>",
    "html/misc/string/dot-slash-prefix.found": "<p>The text ./@ is not a link.</p>",
    "html/misc/string/string-known-extension.pdf": "<p>The text @ is not a link.</p>",
    "html/misc/string/url-string.found": "<p>The text http://HOST@ is not a link.</p>",
    "javascript/misc/comment.found": "<script>// @</script>",
    "javascript/misc/string-concat-variable.found": "<script>const url = '@'.slice(0, 4) + '@'.slice(4)</script>",
    "javascript/misc/string-variable.found": "<script>const url = '@'</script>"
  }),
  ...of("event", {
    "javascript/frameworks/angular/event-handler.found": "<button onclick=\"location = '@'\">Go</button>",
    "javascript/frameworks/polymer/event-handler.found": "<button onclick=\"location = '@'\">Go</button>",
    "javascript/misc/automatic-post.found": "<script>setTimeout(() => fetch('@', { method: 'POST' }), 5000)</script>"
  }),
  ...clicked(
    "js-delete",
    "js-post",
    "js-post-event-listener",
    "js-put",
    "listener-and-event-attribute-first",
    "listener-and-event-attribute-second",
    "multi-step-request-event-attribute",
    "multi-step-request-event-listener-div",
    "multi-step-request-event-listener-div-dom",
    "multi-step-request-event-listener-dom",
    "multi-step-request-event-listener",
    "multi-step-request-redefine-event-attribute",
    "multi-step-request-remove-button",
    "multi-step-request-remove-event-listener",
    "two-listeners-first",
    "two-listeners-second"
  ),
  ...of("robots", { "misc/known-files/robots.txt.found": "" })
]
