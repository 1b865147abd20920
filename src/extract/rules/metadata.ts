/** What tells bylines and datelines from other text, as data. Names are of classes, ids and properties; words are of many languages. */

/** An element named so holds who wrote the page. */
export const bylineNames =
  /(?:^|[\s_-])(?:by-?line|by-?author|posted-?by|authored-?by|author|authors|writer|creator|contributor|poster|big-?user-?name|user-?name|person-listing)(?:[\s_-]|$)|author[_-]*(?:name|link)|(?:[a-z]|user[_-]?info__)(?:Author(?:Name)?|name)(?:$|\s)|User-name|user-?info__name/

/** ... unless it is also named so: the author's picture, life, other works. */
export const notBylineNames =
  /bio|avatar|image|img|box|social|desc|photo|pic|thumb|date|title|tags?(?:[\s_-]|$)|more|link-list|follow|file-?name|reset/i

/** The page of an author. */
export const authorPages = /\/(?:authors?|writers?|autor(?:es)?|auteurs?|redakteure?)\/[^/?#]/i

/** An element named so holds when the page was published. */
export const datelineNames =
  /(?:^|[\s_-])(?:dates?|published|pub-?date|publish-?date|posted-?on|posted|dateline|timestamp|post-?date|entry-?date|article-?date|blog-?date|date-?published|date-?time|byline|post-meta|entry-meta|article-meta|meta)(?:[\s_-]|$)|[a-z](?:Date|Published)(?:$|[\s_-])/

export const publishedNames = /publish|entry-date|post-?date|posted|pub-?date|created/i
export const modifiedNames = /(?:^|[\s_-])(?:last-)?(?:updated?|modified)(?:[\s_-]|$)|dateModified/i

/** What stands in such an element is not about this page. */
export const apartTags: ReadonlySet<string> = new Set(["aside", "footer", "nav"])
export const apartNames =
  /(?:^|[\s_-])(?:comments?|comment-?list|sidebar|related|recommend\w*|popular|trending|most-read|newsletter|promo|carousel|testimonials?|footer|reply|replies|upcoming|events?|copyright|reviews?)(?:$|[\s_-])/i

/** What comes before a name in a byline. */
export const bylineLead =
  /^(?:(?:this )?(?:article|story|text|words|content|post|blog|review|guide|report|page|interview)?\s*(?:was |is )?(?:originally |first )?(?:contributed|written|posted|published|authored|created|started|shared|submitted|uploaded|reported|compiled|prepared|story|text|words|content|article|review)\s+by|(?:geschrieben |verfasst |ein beitrag )?von|(?:publié |écrit |rédigé )?par|(?:escrito |publicado )?por|(?:scritto |pubblicato )?da|(?:geschreven )?door|by|di|av|af|od|oleh|tekijä|texte?|auto?re?(?:in|e|a)?|auteure?s?|authors?|the author|about the author|contributors?|writer|posted|written|redakteur(?:in)?|autor(?:i|zy|ka)|автор|текст|작성자|글|기자|yazar|yazan|作者|文|記者|撰文|編輯|κείμενο|συντάκτης|szerző|kirjoittaja|forfatter|skribent|tác giả|penulis|بقلم|كتب|הכותב|מאת|लेखक|โดย)\s*(?:[:：／¦]\s*|(?=\s)|$)\s*/iu

/** The same where it must stand to make a line a byline by itself. */
export const bylineLine =
  /^(?:(?:article |post |story |text |words |content |originally )?(?:written|posted|published|contributed|authored|created|submitted) by\s*:?|(?:by|von|por|par|door|di|da|author|autore?(?:in)?|auteur|автор|текст|작성자|yazar|作者|文|記者|撰文)\s*[:：／]|by(?=\s)|geschrieben von|verfasst von|écrit par|publié par|escrito por|scritto da|geschreven door|بقلم|מאת)\s*(\S.*)$/iu

/** Where a name in a byline ends. */
export const bylineEnd =
  /\s*(?:[|•·–—●▪∙»›⋅→]|\s-\s|\s\/\s|\b(?:updated|published|posted|last|follow|wrote|reviewed by|medically|fact[- ]checked|edited by|min(?:ute)?s? read)\b|\b(?:on|at|in)\s+(?:\p{Lu}|\d|$)|\b(?:on|at|in|the)$|,?\s*(?:am|le|el|il|op|den|em|dne)\s+\d|,?\s*\d{4}[-/.年]\d|,?\s*\d{1,2}[-/.]\d{1,2}[-/.]\d|\d+\s*(?:min|hour|day|week|month|year|comment|post|view)|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b).*$/u

/** In the place of a name, and none. */
export const notNames =
  /^(?:author|authors|by|admin(?:istrator)?|guest|unknown|anonymous|user|root|webmaster|share|comments?|log ?in|sign in|sign up|join us|register|menu|search|home|profile|about|contact|follow|more|read more|view all|posts?|replies|topics?|members?|new member|senior member|junior member|moderator|date|published|posted|updated|contributor|writer|editor|n\/?a|none|null|undefined|default|test|print|e-?mail|facebook|twitter|instagram|linkedin|youtube|pinterest|rss|written|the author|about the author|meet the author|original poster|op|offline|online|today|yesterday|en|us|via|article by|insights from|of this article|this review is|use case|company size|category|price|state|domain|collection|email address)$/i

/** The page speaks of a change or of something that is to come, not of its publication. */
export const notPublication =
  /updat|modifi|revis|review|join|regist|member|mitglied|inscri|copyright|©|expire|deadline|born|until|starting|event|aktualis|bearbeitet|mis[e]? à jour|actualiz|aggiornat|bijgewerkt|aktualiz|обновлен|更新|업데이트|수정|güncelle|atualizad|opdater|oppdater|uppdater|päivitet|frissít|ενημερ|diperbarui|cập nhật/i

/** The page speaks of its publication. */
export const publication =
  /publi[sc]|posted|veröffentlicht|erschienen|опубликован|gepubliceerd|yayın|julkaistu|publicerad|udgivet|közzétéve|δημοσ|发布|發布|公開|掲載|게시|입력|نشر|פורסם/i

/** Addresses of what is published piece by piece. */
export const serialPaths =
  /\/(?:blogs?|news|articles?|posts?|stor(?:y|ies)|p|t|d|resources|insights|press|questions|discussions?|comments|(?:19|20)\d\d)\//i

/** Addresses of forums' threads, and such as are made of a title. */
export const datedPaths = /thread|topic|forum|[a-z0-9]+(?:[-_][a-z0-9]+){3,}/i

/** ... where somebody is named as having written them. */
export const titledPaths = /[a-z0-9]+(?:[-_][a-z0-9]+){2,}/i

/** Meta elements that name the day of publication, the most to be believed first. */
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
  "dc.date",
  "dcterms.date",
  "dcterms.created",
  "dc.date.created",
  "date.created",
  "article.published",
  "w-published-date",
  "published",
  "date"
]

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
