/**
 * What class names, ids and roles say of a block's part in its page: words as they occur inside those attributes, in any
 * language that site builders write class names in (which is English nearly everywhere).
 */
export const hints: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ["article", /article|entry|story|post(?!er|age)|blog|editorial/],
  ["content", /content|main|body|text|prose|copy|markdown|rich/],
  ["title", /title|headline|heading|subhead|hed\b|dek\b/],
  ["nav", /nav|menu|tabs?\b|tablist/],
  ["breadcrumb", /breadcrumb|crumb/],
  ["header", /header|masthead|topbar|top-bar|banner|hero/],
  ["footer", /footer|bottom|colophon/],
  ["sidebar", /sidebar|side-bar|aside|rail|secondary|complementary|column-right|right-col/],
  ["comment", /comment|disqus|respond|discuss/],
  ["related", /related|recommend|more-|also|similar|suggest|popular|trending|latest|upsell|cross|recent/],
  ["share", /share|social|facebook|twitter|linkedin|whatsapp|pinterest|follow/],
  ["advert", /\bad-|-ad\b|\bads?\b|advert|sponsor|promo|banner-|dfp|taboola|outbrain|affiliate/],
  ["consent", /cookie|consent|gdpr|privacy|legal|disclaimer|copyright|terms/],
  ["pagination", /paginat|pager|page-numbers|prev-next|next-prev|load-more/],
  ["byline", /byline|author|contributor|writer|posted-by|vcard/],
  ["date", /date|time|publish|updated|timestamp/],
  ["meta", /meta|info|details|stats|count|label|badge/],
  ["tag", /\btags?\b|tag-|categor|topic|keyword|taxonomy/],
  ["caption", /caption|credit|figure|gallery|slide|carousel|swiper|thumb|photo|image|media/],
  ["modal", /modal|popup|pop-up|overlay|dialog|lightbox|drawer|tooltip|offcanvas/],
  ["login", /log-?in|sign-?in|sign-?up|register|account|subscribe|newsletter|paywall|donate|membership/],
  ["search", /search|autocomplete|query/],
  ["filter", /filter|sort|facet|refine|toolbar|dropdown|select/],
  ["button", /btn|button|cta|action|link/],
  ["product", /product|item|sku|goods|variant|cart|basket|wishlist/],
  ["price", /price|cost|amount|currency|discount|sale|stock|shipping|delivery/],
  ["review", /review|rating|stars?\b|testimonial|feedback/],
  ["spec", /spec|feature|attribute|property|param|benefit|faq|accordion|answer|question/],
  ["description", /desc|summary|excerpt|teaser|intro|lead|lede|standfirst|abstract|overview|about/],
  ["forum", /message|post-?body|postbody|reply|topic|thread|bbcode|cooked|bbwrapper|quote/],
  ["user", /user|avatar|profile|member|signature|karma|reputation|\bsig\b|vote/],
  ["card", /card|tile|grid|list|result|row|col\b|col-/],
  ["code", /code|highlight|prettyprint|syntax|prism|hljs|snippet|terminal/],
  ["toc", /\btoc\b|table-of-contents|contents-|on-this-page|outline|anchor|permalink|headerlink/],
  ["contact", /contact|address|phone|tel\b|email|location|map\b|hours|office/],
  ["widget", /widget|module|block|box|section|panel|wrapper|container/],
  ["hidden", /hidden|sr-only|visually|screen-reader|offscreen|collapse|skip/],
  ["print", /print|toolbar|tools|utility|edit|report|flag|bookmark|save/],
  ["event", /event|schedule|calendar|agenda|session/],
  ["table", /table|grid-table|data/]
]

/** Words by which boilerplate gives itself away, in many languages. */
export const boilerplateWords =
  /cookie|privacy|newsletter|subscri|sign (?:in|up)|log ?in|all rights reserved|copyright|©|terms (?:of|and)|read more|learn more|share (?:this|on)|follow us|related (?:articles|posts|stories)|advertis|skip to|back to top|add to cart|datenschutz|impressum|weiterlesen|newsletter abonnieren|mehr lesen|teilen|anmelden|alle rechte|confidentialit|s'abonner|lire la suite|partager|droits réservés|mentions légales|privacidad|suscr[ií]b|leer más|compartir|derechos reservados|aviso legal|privacidade|assine|leia mais|compartilh|direitos reservados|informativa|iscriviti|leggi (?:anche|tutto)|condividi|diritti riservati|nieuwsbrief|lees (?:meer|ook)|delen|polityka prywatno|czytaj|udostępnij|prawa zastrzeżone|подпис|читать|поделиться|все права|конфиденциальн|隐私|版权|登录|注册|分享|相关(?:文章|阅读)|プライバシー|ログイン|会員登録|関連記事|シェア|무단|개인정보|로그인|구독/i
