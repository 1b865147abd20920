/** Names of elements that are not content, as whole words in their class or id. */

const named = (words: string): RegExp => new RegExp(`(?:^|[\\s_-])(?:${words})(?:$|[\\s_-])`, "i")

/** Comments of readers. */
export const commentNames = named(
  "comments?|comment-?(?:list|section|area|thread|item|body|content|text|wrap(?:per)?|form|respond)|commentlist|disqus(?:_thread)?|fb-comments|reader-comments"
)

/** Related pages: what to read, see or buy next. */
export const relatedNames = named(
  "related|related-?(?:posts?|articles?|content|stories|products|news|links)|relatedposts|recommended|recommendations?|recirc|recirculation|upsells?|cross-?sells?|also-like|also-bought|trending|most-?(?:read|popular|viewed)|mostread|read-?next|more-?stories|outbrain|taboola|jp-relatedposts|yarpp"
)

/** Signatures below posts. */
export const signatureNames = named("signature|flair|post-signature|user-?signature|postsignature")

/** Requests to subscribe. */
export const signupNames = named(
  "newsletter|newsletter-?(?:signup|form|box|block|widget|subscribe)|subscribe-?(?:form|box|widget)|mc_embed_signup|mailchimp|sharedaddy|addtoany|social-?share|share-?(?:buttons?|bar|links)"
)

/** The way to the page within its site. */
export const breadcrumbNames = named("breadcrumbs?|breadcrumb-?(?:list|items?|nav|trail|wrapper)")

/** Dialogs that request consent to cookies: those of common services, and usual names. */
export const consentNames = named(
  "onetrust-(?:consent-sdk|banner-sdk|pc-sdk)|CybotCookiebotDialog|didomi-(?:host|popup|notice)|qc-cmp2?-(?:container|ui)|cmplz-cookiebanner|cky-(?:consent-container|modal)|moove_gdpr_cookie_(?:modal|info_bar)|BorlabsCookie(?:Box)?|fc-consent-root|osano-cm-(?:dialog|info)|truste-consent-track|cookie-law-info-bar|cookieconsent|(?:cookies?|gdpr|consent|privacy)-?(?:banner|notice|consent|bar|popup|modal|dialog|overlay|message|manager|preferences|settings)"
)

/** Boxes about the author. */
export const authorBoxNames = named(
  "author-?(?:box|bio|biography|card|profile|description|about)|about-?(?:the-?)?author|post-?author-?(?:box|bio)|bio-?box"
)

/** Requests for money. */
export const donationNames = named(
  "donat(?:e|ion|ions)(?:-?(?:box|banner|form|widget|block|cta|call))?|support-?us|contribution-?(?:box|banner)"
)

/** A quotation from the text itself, set apart as an ornament. */
export const pullQuoteNames = named("pull-?quotes?|pulled-?quote")

/** Boxes of a side bar, as WordPress names them. */
export const widgetNames = named("widget|widget-area|sidebar")

/** Source code of a page builder or a script, shown as text. */
export const sourceText =
  /^\s*[{[]\s*(?:"|&quot;|“)[\w-]+(?:"|&quot;|”)\s*:|\[\/?(?:vc|et_pb|fusion|av|ux|mk|nectar|caption|gallery|embed|wp)_?\w*(?:\s[^\]]*)?\].*\[\/?\w+|^\s*(?:window|document|var|function)\b[\w.$]*\s*[=(].*[;}]\s*$/

/** A line with one of the alternatives between `start` and `end`. There is a string for each language, or each kind. */
const line = (start: string, alternatives: ReadonlyArray<string>, end = ""): RegExp =>
  new RegExp(`${start}(?:${alternatives.join("|")})${end}`, "iu")

/** Marks and white space around the words of a line. */
const noLetters = "\\P{L}*"

const commentWords = line(`^${noLetters}(?:reader |user )?`, [
  "comments?|kommentare?|commentaires?|comentarios?|comentários?|commenti|reacties|komentarze|komentáře|komentari",
  "kommentarer|kommentit|hozzászólások|комментари[ийев]+|коментар[іи]|yorum(?:lar)?|σχόλια|评论|留言|評論|コメント|댓글",
  "التعليقات|תגובות|bình luận|komentar"
], `${noLetters}$`)

const countOfComments = line(`^${noLetters}\\d[\\d.,]*\\s+`, [
  "comments?|repl(?:y|ies)|responses?|thoughts?|kommentare?|antworten|commentaires?|réponses?|comentarios?|respuestas?",
  "comentários?|respostas?|commenti|risposte|reacties|komentarz[ey]|комментар\\p{L}+|ответ\\p{L}*"
], "(?:\\s+(?:on|to|for|zu|auf|sur|à|en|su|em|op|do)\\s.*)?$")

const requestForComment = line("^", [
  `${noLetters}(?:leave|post|add|write) (?:a|your) (?:reply|comment)|join the (?:discussion|conversation)`,
  "(?:schreibe?n? sie |schreibe )?(?:einen|ihr|dein(?:en)?) kommentar|kommentar (?:schreiben|verfassen|hinterlassen)",
  "laisser un commentaire|(?:deja|dejar|escribe) (?:un|tu) comentario|deja una respuesta",
  "deixe (?:um|seu) comentário|lascia un commento|(?:geef een|plaats een) reactie|dodaj komentarz",
  "добавить комментарий|发表(?:评论|回复)|コメントを(?:残す|書く)|댓글 (?:쓰기|달기)"
])

/** Heading that only announces comments. */
export const commentsHeading = new RegExp(
  [commentWords, countOfComments, requestForComment].map(({ source }) => source).join("|"),
  "iu"
)

/** The start of a line that leads to another page. Most of the line is a link. */
export const leadLine = line(`^${noLetters}`, [
  "read (?:more|also|next|on)|see also|also (?:read|see)|related|recommended|more(?: on| from| about)?\\s*:",
  "watch(?: now)?\\s*:|click here|get .{1,30} by clicking here|don['’]t miss",
  "lesen sie|mehr (?:zum thema|dazu|lesen)|auch lesen|auch interessant|weiterlesen|das könnte|zum thema|passend dazu",
  "à lire|lire (?:aussi|également)|voir aussi",
  "lea (?:también|además|aquí|más)|lea\\s*:|lee también|mir[ae]\\s*:|(?:puedes? )?ver\\s*:|ver también|vea (?:también|además)",
  "(?:también )?[lt]e puede interesar|también puede leer|[lt]e recomendamos|más información",
  "leia (?:também|mais)|veja (?:também|mais)|saiba mais",
  "leggi anche|guarda anche|per approfondire",
  "lees ook|lees meer|bekijk ook",
  "czytaj|zobacz|dowiedz się więcej|przeczytaj",
  "čtěte|viac",
  "читайте|см\\. также|по теме|читати",
  "läs (?:också|mer|även)|les også|læs også|lue myös",
  "olvassa|kapcsolódó|citește|διαβάστε|okuyun|ilgili haber|baca juga|xem thêm",
  "相关阅读|延伸阅读|推荐阅读|関連記事|あわせて読みたい|관련기사",
  "اقرأ أيضا|بیشتر بخوانید|קראו (?:גם|עוד)"
])

/** The start of a line that requests an address or a subscription. */
export const signupLine = line("^", [
  "enter your e-?mail|subscribe (?:now )?(?:to|for) (?:our|the|my) ",
  "sign ?up (?:for|to) (?:our|the|my) (?:\\w+ )?(?:newsletter|mailing|e-?mail)",
  "join (?:our|the|my) (?:newsletter|mailing list|e-?mail)|by (?:signing up|subscribing|entering your e-?mail),? you ",
  "get (?:\\d+ ?%|\\$\\d+) off your|unlock \\d+ ?% off|plus the latest .{0,30} news|for the latest .{0,60}download",
  "follow (?:\\S+ ){1,4}on (?:twitter|facebook|instagram|linkedin|social media)",
  "if you enjoyed reading this |if you['’]re seeing this message ",
  "to (?:view|read|see) the (?:full|rest of the|whole|entire) (?:story|article),? (?:please )?(?:subscribe|log ?in|sign ?(?:in|up))",
  "wenn (?:ihnen|dir|euch) (?:unser|der|dieser) (?:artikel|beitrag) gefallen hat|gefällt (?:dir|ihnen|euch) unser ",
  "melden sie sich .{0,40}newsletter|(?:jetzt )?newsletter abonnieren",
  "inscrivez-vous à (?:notre|la) |abonnez-vous",
  "suscr[ií]bete a (?:nuestro|nuestra)|assine (?:nossa|a) |iscriviti alla ",
  "schrijf je in voor|zapisz się (?:na|do) (?:nasz\\w* )?newsletter|přihlaste se k odběru",
  "подпи(?:шитесь|сывайтесь) на (?:нашу?|наш) ",
  "订阅我们|ニュースレター(?:に|を)登録|뉴스레터 (?:구독|신청)"
])

const advertisingLabels =
  "advertisement|advertising|anzeige|werbung|publicité|publicidad|pubblicità|advertentie|reklama|реклама|annons|mainos|reklam|広告|广告"

const rightsReserved =
  "all rights reserved|alle rechte vorbehalten|todos los derechos reservados|tous droits réservés|tutti i diritti riservati|todos os direitos reservados"

/** Lines from the software of the site, and advertising labels. */
export const boilerplateLine = line(`^${noLetters}`, [
  advertisingLabels,
  // Comments.
  "kommentieren|kommentar schreiben|comment by|commented \\p{L}{3,9}\\.? \\d{1,2},? (?:\\d{4} )?at \\d{1,2}:\\d{2}",
  // Other pages.
  "you (?:may|might) also like|you may be interested in|recommended posts|related",
  "auch interessant(?: für (?:dich|sie))?|das (?:thema )?könnte (?:dich|sie|euch) auch interessieren|zum weiterlesen",
  "mehr (?:zum thema|aus der sendung)\\b.{0,40}|weitere (?:beiträge|artikel) aus .{1,40}|auch auf \\S+\\.\\w+",
  "lesen sie auch die folgenden \\p{L}+|vous aimerez aussi",
  // Breaks in the text.
  "story continues below(?: advertisement)?|continue reading below|this slideshow requires javascript",
  // Shares, likes and counts.
  "like this story\\? share it.{0,30}|click to (?:share|print|email).{0,40}|share this(?: article| post| story)?",
  "artikel (?:teilen|drucken)|diesen artikel teilen|\\dk?\\s?(?:comments?|replies|likes?|views|shares)",
  "(?:gefällt mir|like this:?|j['’]aime)\\P{L}+(?:like )?(?:wird geladen|loading|chargement)",
  "(?:was|is) this (?:article|page|information|answer|content|post)?\\s?helpful.{0,30}",
  "how helpful was this (?:article|page|post)",
  // Credits and rights.
  "(?<=©\\s?)\\p{L}.{0,60}|crédits? photos?\\s*:.{0,60}",
  `(?:copyright|©|\\(c\\)).{0,120}(?:${rightsReserved})`
], `${noLetters}$`)

/** A line of a player: its times and speeds, and the names that its controls have in common programs. */
export const playerLine =
  /^(?:\d{1,2}:\d\d(?::\d\d)?|\d(?:\.\d+)?[x×]|current time|duration|remaining time|loaded|stream type|live|mute|playback rate|fullscreen|0%|[\s/|:.,%–-])+$/i

/** A line that offers to hear the text. */
export const listenLine = line(`^${noLetters}`, [
  "(?:listen to|hear) (?:this|the) (?:article|story|post)|listen(?: now)?\\s*\\(?\\d+ min\\w*\\)?",
  "(?:diesen )?(?:artikel|beitrag) (?:an)?hören|(?:den )?artikel vorlesen(?: lassen)?",
  "écouter (?:l['’]article|cet article)|escuchar (?:el |este )?artículo|ou(?:ça|vir) (?:este conteúdo|a matéria|o artigo)",
  "ascolta (?:l['’]|questo )articolo|beluister (?:dit artikel|het artikel)|(?:po)?słuchaj artykułu",
  "(?:слушать|прослушать) (?:статью|новость)|lyssna på artikeln|lyt til artiklen|kuuntele (?:juttu|artikkeli)",
  "(?:この)?記事を聴く|听(?:新闻|文章)|收听(?:本文|文章)|기사 듣기"
], `\\P{L}*$`)

/** The start of a line below a post with its date and category. */
export const filedLine = line("^", [
  "this (?:entry|post|article) was (?:posted|published|written|filed)|filed under\\b|posted in\\b",
  "(?:der|dieser) (?:beitrag|eintrag|artikel) (?:wurde|ist) (?:am|in|unter|von|veröffentlicht|geschrieben)",
  "abgelegt unter|veröffentlicht (?:in|unter)\\b",
  "(?:cet article|cette entrée) (?:a été|est)|publié dans",
  "esta entrada fue|publicad[oa] en\\b|(?:questo articolo|articolo) (?:è stato )?pubblicato",
  "dit bericht (?:is|werd)|geplaatst in|ten wpis został|opublikowan[oy] w\\b|запись опубликована|рубрика:"
])
