/** Patterns of class names, ids and roles that hint at the role of a block. Site builders nearly always use English. */
export const hints: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ["article", /article|entry|story|post(?!er|age)|blog|editorial/],
  ["nav", /nav|menu|tabs?\b|tablist/],
  ["header", /header|masthead|topbar|top-bar|banner|hero/],
  ["footer", /footer|bottom|colophon/],
  ["comment", /comment|disqus|respond|discuss/],
  ["consent", /cookie|consent|gdpr|privacy|legal|disclaimer|copyright|terms/],
  ["modal", /modal|popup|pop-up|overlay|dialog|lightbox|drawer|tooltip|offcanvas/],
  ["button", /btn|button|cta|action|link/],
  ["product", /product|item|sku|goods|variant|cart|basket|wishlist/],
  [
    "related",
    /related|recommend|recirc|upsell|cross-?sell|also-(?:like|bought|viewed)|similar|trending|popular|most-?(?:read|viewed|commented)|read-(?:next|more|also)|more-(?:from|stories|news|posts|articles)|teaser|outbrain|taboola/
  ],
  [
    "signup",
    /newsletter|subscri|sign-?up|mailchimp|optin|opt-in|email-(?:form|capture)|promo|banner|advert|sponsor|\bads?\b|\bad-/
  ],
  ["share", /share|sharing|social|follow|addtoany|sharedaddy/],
  ["sidebar", /sidebar|side-bar|widget|aside|rail\b|secondary/],
  ["author", /author|byline|\bbio\b|profile|avatar|user|poster/],
  ["meta", /meta|date|time|published|updated|\btags?\b|categor|breadcrumb|crumb/],
  ["paging", /pagination|pager|paging|load-more|filter|facet|sort|toolbar/],
  ["review", /review|rating|testimonial|stars?\b/],
  ["fold", /accordion|faq|collaps|toggle|panel|slider|carousel|swiper|slick|gallery/],
  [
    "body",
    /(?:article|entry|post|story|page|main|rich)-?(?:body|content|text)|(?:^|[ -])(?:content|body|text|prose|wysiwyg|rte)(?:$|[ -])|description|article-?body/
  ]
]

/** The bits of some hints, by their place in the list. */
export const hintBits = (...names: ReadonlyArray<string>): number =>
  hints.reduce((bits, [name], index) => names.includes(name) ? bits | 1 << index : bits, 0)

/** Words of boilerplate in many languages. */
export const boilerplateWords: ReadonlyArray<string> = [
  ["cookie", "privacy", "newsletter", "subscri", "sign in", "sign up", "login", "log in", "all rights reserved"],
  ["copyright", "©", "terms of", "terms and", "read more", "learn more", "share this", "share on", "follow us"],
  ["related articles", "related posts", "related stories", "advertis", "skip to", "back to top", "add to cart"],
  ["datenschutz", "impressum", "weiterlesen", "newsletter abonnieren", "mehr lesen", "teilen", "anmelden"],
  ["alle rechte", "confidentialit", "s'abonner", "lire la suite", "partager", "droits réservés", "mentions légales"],
  ["privacidad", "suscrib", "suscríb", "leer más", "compartir", "derechos reservados", "aviso legal"],
  ["privacidade", "assine", "leia mais", "compartilh", "direitos reservados"],
  ["informativa", "iscriviti", "leggi anche", "leggi tutto", "condividi", "diritti riservati"],
  ["nieuwsbrief", "lees meer", "lees ook", "delen"],
  ["polityka prywatno", "czytaj", "udostępnij", "prawa zastrzeżone"],
  ["подпис", "читать", "поделиться", "все права", "конфиденциальн"],
  ["隐私", "版权", "登录", "注册", "分享", "相关文章", "相关阅读"],
  ["プライバシー", "ログイン", "会員登録", "関連記事", "シェア"],
  ["무단", "개인정보", "로그인", "구독"]
].flat()
