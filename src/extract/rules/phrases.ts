/** An amount in one of the common currencies. */
export const pricePhrase = /[$€£¥₹₽₩₺]\s?\d|\d[\d.,]*\s?(?:[€£¥₹₽₺]|USD|EUR|GBP|CHF|kr\b|zł|руб|円|元)/

/** Words in a heading above comments, in many languages. */
export const commentsPhrase =
  /comments?\b|repl(?:y|ies)|responses?\b|leave a|discussion|kommentar|commentaire|comentario|comentário|commenti|reacties|komentar|коммент|yorum|评论|留言|コメント|댓글|تعليق|bình luận/i

/** Words in a heading above other pages. */
export const relatedPhrase = new RegExp(
  [
    "\\b(?:related|recommended|similar|trending|popular|more (?:from|in|on|stories|news|posts|articles|like)|read (?:next|more|also)|see also|you (?:may|might|could) (?:also )?(?:like|be|enjoy)|(?:most|also) (?:read|viewed|popular)|what (?:to read|others)|up next|next up|don['’]t miss|latest (?:news|posts|articles|stories)|recent (?:posts|articles|news)|customers (?:also|who)|others also|top stories|further reading|keep reading|explore more|other (?:articles|stories|posts|news)|around the web|sponsored|editor['’]?s? picks?|from our partners|you['’]ll also)\\b",
    "mehr zum thema|ähnliche|weitere (?:artikel|beiträge|nachrichten|meldungen|themen)|das könnte|lesen sie (?:auch|mehr)|auch interessant|verwandte|empfohlen|empfehlungen|meistgelesen|beliebte|neueste (?:artikel|beiträge)|passend dazu",
    "à lire (?:aussi|également)|articles? (?:liés?|similaires|connexes|récents)|sur le même|(?:lire|voir) aussi|vous aimerez|les plus lus|à découvrir|dans la même",
    "relacionad[oa]s|te (?:puede|podría) interesar|también te|(?:lo|las) más (?:leíd|vist)|más (?:noticias|sobre|en)|artículos similares|leia (?:também|mais)|veja (?:também|mais)|mais lidas|você (?:pode|também)|notícias relacionadas|artigos relacionados",
    "leggi anche|(?:articoli|notizie) (?:correlat|simili)|potrebbe(?:ro)? interessart|ti potrebbe|più letti|lees ook|gerelateerd|meer (?:over|nieuws|artikelen)|meest gelezen|bekijk ook|misschien vind",
    "zobacz (?:także|również|też)|czytaj (?:także|również|też|więcej)|powiązane|podobne|polecamy|najczęściej czytane|przeczytaj|čtěte (?:také|též)|související|mohlo by|podobné|súvisiace|kapcsolódó|ajánlott|hasonló|citește (?:și|mai)|articole similare",
    "читайте (?:также|ещё)|похожие|по теме|рекомендуем|популярн|самое читаемое|ещё по|новости партн|читайте також|схожі|прочетете|свързани|подобни|slične|pročitajte|povezan[ei]|sorodn",
    "ilgili|benzer|bunlar da|önerilen|διαβάστε (?:επίσης|ακόμ)|σχετικ|läs (?:mer|också|även)|relaterade|les også|læs også|relatert|lue (?:myös|lisää)|aiheesta|baca juga|artikel terkait|bài (?:viết )?liên quan|xem thêm|có thể bạn",
    "相关(?:文章|阅读|新闻|推荐|报道|链接)|推荐(?:阅读|文章)|热门|猜你喜欢|延伸阅读|精彩推荐|相關|推薦|延伸閱讀|関連|おすすめ|人気(?:記事|ランキング)|ランキング|あわせて読みたい|관련|추천|인기|많이 본",
    "ذات صلة|اقرأ (?:أيضا|المزيد)|مواضيع|قد يعجبك|الأكثر قراءة|مطالب مرتبط|بیشتر بخوانید|קרא(?:ו)? (?:גם|עוד)|כתבות נוספות|संबंधित|यह भी पढ़ें|সম্পর্কিত|আরও পড়ুন|เรื่องที่เกี่ยวข้อง|ข่าวที่เกี่ยวข้อง"
  ].join("|"),
  "iu"
)

/** Words in a heading above a request to subscribe, follow or share. */
export const signupPhrase = new RegExp(
  [
    "newsletter|\\b(?:subscribe|sign up|stay (?:up to date|informed|connected|in touch|tuned)|join (?:our|the|us)|get (?:the|our|updates)|follow us|share (?:this|on|the|via)?\\b|connect with us|never miss|mailing list|download (?:the|our) app|get in touch|contact us|tags?:?$|topics?:?$|filed under|categories:?$|advertisement)",
    "abonnieren|anmelden|folgen sie|teilen|schlagwörter|anzeige$|s['’]abonner|abonnez|inscrivez|partager|suivez|suscr[ií]b|síguenos|compartir|comparte|etiquetas|assine|inscreva|siga-?nos|compartilh|iscriviti|seguici|condividi|abonneer|schrijf je in|volg ons|delen",
    "zapisz się|udostępnij|obserwuj|tagi:?$|подпис|поделиться|следите|підпис|поділитися|přihlás|sdílet|prihlás|zdieľ|feliratk|megoszt|abonează|distribuie|abone|paylaş|εγγραφ|μοιρ|prenumerera|dela$|del$|tilaa|jaa$|langganan|bagikan|đăng ký|chia sẻ",
    "订阅|分享|关注|訂閱|追蹤|シェア|フォロー|購読|メルマガ|구독|공유|팔로우|اشترك|شارك|تابع|عضویت|اشتراک|הירשמו|שתפו|सदस्यता|साझा करें|แชร์|สมัคร"
  ].join("|"),
  "iu"
)

/** Words in a heading above a text about the author. */
export const authorPhrase =
  /\b(?:about the (?:author|writer)|(?:written|reviewed) by|meet the author|author bio|über (?:den autor|die autorin)|zum autor|zur person|à propos de l['’]auteur|l['’]auteur|sobre (?:el|la|o|a) autor|autore|over de auteur|o autor(?:ze|ovi|ce)|yazar hakkında)\b|об авторе|про автора|关于作者|作者简介|關於作者|著者|この記事を書いた|글쓴이|عن الكاتب/iu

/** Words in a heading above reviews. */
export const reviewsPhrase =
  /(?<!\p{L})(?:reviews?|ratings?|testimonials?|what (?:our )?(?:customers|clients|people|students) (?:say|are saying)|(?:kunden)?bewertung\p{L}*|rezension\p{L}*|kundenstimmen|avis|témoignages|rese[nñ]as|opiniones|testimonios|valoraciones|avaliações|depoimentos|recensioni|beoordelingen|ervaringen|opinie|recenzje|hodnocení|отзыв\p{L}*)(?!\p{L})|评价|評價|レビュー|口コミ|후기|리뷰|تقييم/iu

/** Words in a heading above questions and answers. */
export const questionsPhrase =
  /\bfaqs?\b|\bq ?& ?a\b|frequently asked|common questions|questions\b|häufige fragen|questions fréquentes|preguntas frecuentes|perguntas frequentes|domande frequenti|veelgestelde vragen|często zadawane|častý?é? (?:dotazy|otázky)|частые вопросы|вопрос\p{L}* и ответ|常见问题|よくある質問|자주 묻는/iu

/** Words in a heading above what a thing is and has. */
export const detailsPhrase =
  /(?<!\p{L})(?:description|details?|specifications?|specs|features?|overview|highlights|ingredients|dimensions|materials?|what['’]s (?:included|in the box)|how (?:it works|to use)|beschreibung|produktbeschreibung|technische daten|eigenschaften|zutaten|zubereitung|caractéristiques|ingrédients|préparation|descripci[oó]n|características|ingredientes|descrição|descrizione|caratteristiche|ingredienti|omschrijving|specificaties|kenmerken|opis|składniki|popis|описание|характеристики)(?!\p{L})|商品(?:詳細|説明|描述)|产品|规格|詳細|仕様|상세/iu
