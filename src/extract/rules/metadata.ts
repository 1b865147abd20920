/** Names and words of bylines and datelines. Names are classes, ids and properties. Words are in many languages. */

/** Names of elements with the author. */
export const bylineNames =
  /(?:^|[\s_-])(?:by-?line|by-?author|posted-?by|authored-?by|author|authors|writer|creator|contributor|poster|journalist|reporter|redactor|redator|redakt(?:eu|o)r|auteure?s?|autore?s?|autoren|verfasser|forfatter|skribent|schrijver|yazar|muhabir|penulis|toimittaja|kirjoittaja|writer-?name|reporter-?name|journalist[_-]name|big-?user-?name|user-?name|person-listing)(?:[\s_-]|$)|author[_-]*(?:name|link)|(?:[a-z]|user[_-]?info__)(?:Author(?:Name)?|name)(?:$|\s)|User-name|user-?info__name/

/** Names that exclude an element: the author's picture, biography, other pages. */
export const notBylineNames =
  /bio|avatar|image|img|box|social|desc|photo|pic|thumb|date|title|tags?(?:[\s_-]|$)|more|link-list|follow|file-?name|reset/i

/** The address of an author's page. */
export const authorPages = /\/(?:authors?|writers?|autor(?:es)?|auteurs?|redakteure?)\/[^/?#]/i

/** Names of elements with the date of publication. */
export const datelineNames =
  /(?:^|[\s_-])(?:dates?|published|pub-?date|publish-?date|posted-?on|posted|dateline|timestamp|post-?date|entry-?date|article-?date|blog-?date|date-?published|date-?time|byline|post-meta|entry-meta|article-meta|meta|date-?header)(?:[\s_-]|$)|(?:^|\s)(?:time|datum|fecha|tarih|tanggal|zeit)(?:\s|$)|date-?stamp|pub-?time|publish-?time(?!r)|[a-z](?:Date|Published)(?:$|[\s_-])/

export const publishedNames = /publish|entry-date|post-?date|posted|pub-?date|created/i
export const modifiedNames = /(?:^|[\s_-])(?:last-)?(?:updated?|modified)(?:[\s_-]|$)|dateModified/i

/** Names of other days: of a life, an event, an offer. */
export const otherDateNames = /birth|death|start|end(?:-?date|time|$)|event|expir|valid|deadline|upload/i

/** Attributes with a date for scripts. */
export const dateAttributes = /^data-(?:.*-)?(?:date|time|datetime|timestamp|published|pubdate|pubtime)(?:-?time|-at)?$/

/** Names of the element with the headline, on pages with the site's name as first heading. */
export const headlineNames =
  /(?:^|[\s_-])(?:(?:entry|post|article|news|story|blog)[_-]*(?:title|header|heading)|headline)(?:$|\s)/i

/** Names of labels before a headline. */
export const labelNames =
  /(?:^|[\s_-])(?:label|badge|prefix|chip|pill|kicker|over-?line|top-?line|roof-?line|dach-?zeile|spitzmarke|eyebrow|(?:pre|super|ante)-?title|pre-?headline|volanta|cintillo|surtitre|occhiello|sur-?title)(?:$|[\s_-])/i

/** Names of elements that are not about this page. */
export const apartNames =
  /(?:^|[\s_-])(?:comments?|comment-?list|sidebar|related|recommend\w*|popular|trending|most-read|newsletter|promo|carousel|testimonials?|(?<!(?:entry|post|article|node)[_-]+)footer|reply|replies|upcoming|events?|copyright|reviews?)(?:$|[\s_-])|(?:^|\s)(?:wm-ipp|donato)/i

/** Names of boxes beside the content. */
export const besideNames = /(?:^|[\s_-])sidebar(?:$|[\s_-])/i

/** Addresses of pages that are published one after another. */
export const serialPaths =
  /\/(?:blogs?|\w*news|articles?|posts?|stor(?:y|ies)|p|t|d|resources|insights|press|questions|discussions?|comments|magazine?|aktuell(?:es)?|nachricht(?:en)?|meldung(?:en)?|presse|berichte?|artikel|beitr(?:ag|aege)|noticias?|notizie|articolo|articulos?|actualit(?:es?|a)|actus?|nouvelles|nieuws|nyheter|nyheder|uutiset|aktualnosci|wiadomosci|novosti|haber(?:ler)?|berita|(?:19|20)\d\d)\/|[?&][^=&]*(?:news|article|story)[^=&]*=/i

/** Addresses of pages without a date. A topic with a number is a thread of a forum. */
export const standingPaths =
  /\/(?:services?|solutions?|products?|shop|store|topics?|tags?|categor(?:y|ies)|subjects?|sections?|search|collections|docs|dp)(?:\/(?!\d)|$)/i

/** Addresses of threads. */
export const threadPaths = /thread|topic|forum/i

/**
 * Addresses of threads, and addresses made from a title: four words with signs between them. Only the edges of the
 * outer words are read.
 */
export const datedPaths = /thread|topic|forum|[a-z0-9](?:[-_][a-z0-9]+){2}[-_][a-z0-9]/i

/** The same with two words, for pages with an author. */
export const titledPaths = /[a-z0-9][-_][a-z0-9]+[-_][a-z0-9]/i

/** Meta elements with the day of publication, best first. */
export const publishedMeta: ReadonlyArray<string> = [
  "article:published_time",
  "og:article:published_time",
  "article:published",
  "og:published_time",
  "published_time",
  "datepublished",
  "pubdate",
  "publishdate",
  "publish-date",
  "publish_date",
  "published-date",
  "published_date",
  "publication_date",
  "publication-date",
  "date_published",
  "parsely-pub-date",
  "sailthru.date",
  "citation_publication_date",
  "citation_online_date",
  "citation_date",
  "originalpublicationdate",
  "dc.date.issued",
  "dcterms.issued",
  "dcterms.created",
  "dc.date.created",
  "date.created",
  "article.published",
  "w-published-date",
  "published",
  "shareaholic:article_published_time",
  "og:pubdate",
  "pub_date",
  "ob:date"
]

/** The same, in which some sites have the day of the last change. A shown day is more certain. */
export const looseDateMeta: ReadonlyArray<string> = ["dc.date", "dcterms.date", "ms.date", "date"]

export const authorMeta: ReadonlyArray<string> = [
  "author",
  "article:author",
  "article:author_name",
  "og:article:author",
  "dc.creator",
  "dcterms.creator",
  "parsely-author",
  "sailthru.author",
  "byl",
  "citation_author",
  "citation_authors"
]

/** Meta elements with the lead picture. */
export const pictureMeta = {
  openGraph: ["og:image", "og:image:url", "og:image:secure_url"],
  others: ["twitter:image", "twitter:image:src", "image", "thumbnail", "parsely-image-url", "sailthru.image.full"]
} as const

/** Addresses of files that stand for a missing picture, or belong to the site and not to the page. */
export const notLeadPictures =
  /(?:^|[/_.-])(?:place-?holder|no-?(?:image|img|photo|picture|pic|thumb(?:nail)?)|(?:image|photo)-?not-?(?:found|available)|spacer|blank|leer|(?:index-)?transparent|cropped|favicon|apple-touch-icon|1x1|pixel|user-(?:on|off)line|qr-?codes?|mb?logo)(?=[/_.%\d-])[^/]*$|\.svg(?:[?#]|$)/i

/** Words of file names that tell a logo or a placeholder from a picture, if nothing else is in the name. */
export const siteFileWords = /^(?:logos?|logotype|default|fallback|placeholder)$/
export const plainFileWords =
  /^(?:\d+x?\d*|[a-z]|og|opengraph|fb|facebook|twitter|card|share|sharing|shared|social|media|site|website|web|page|post|article|head(?:er)?|footer|top|home|main|brand|dark|light|white|black|colou?r|rgb|square|round|wide|big|large|small|full|new|final|retina|img|image|images|pic|picture|thumb|thumbnail|featured|preview|meta|en|www|com|org|net|png|jpe?g|gif|webp|avif)$/

/** Names of boxes and images that are portraits, marks and advertisements. */
export const notLeadNames =
  /(?:^|[\s_-])(?:avatar|author|byline|profile|portrait|gravatar|logos?|icons?|emoji|badge|flag|sponsor\w*|ads?|advert\w*|banner-?ad|share|social|related|rating|placeholder|spinner|loader)(?:[\s_-]|$)/i
