/**
 * Words by which a line gives away what it is for, or a heading what stands below it, in the languages most pages are written in.
 * Each is one number for the model, which decides what to make of it.
 */
export const linePhrases: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ["price", /[$€£¥₹₽₩₺]\s?\d|\d[\d.,]*\s?(?:[€£¥₹₽₺]|USD|EUR|GBP|CHF|kr\b|zł|руб|円|元)/],
  ["clock", /\b\d{1,2}[:.]\d{2}\b|\b\d+ (?:minutes?|hours?|days?|weeks?|months?|years?) ago\b/i],
  ["date", /\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\d+月\d+日/],
  ["byline", /^(?:by|von|par|por|di|door|af|av|автор|作者|文)[\s:：]/i],
  [
    "action",
    /^(?:reply|quote|report|like|share|edit|permalink|link|follow|vote|upvote|save|print|copy|hide|antworten|zitieren|melden|teilen|répondre|citer|signaler|responder|rispondi|ответить|цитировать|回复|引用|返信|답글)\b/i
  ],
  [
    "more",
    /\b(?:read|learn|show|view|see|load|find out) (?:more|all)\b|more info|mehr (?:lesen|erfahren|anzeigen)|weiterlesen|lire (?:la suite|plus)|en savoir plus|leer más|ver (?:más|todo)|leia mais|saiba mais|leggi (?:tutto|di più)|scopri di più|lees meer|czytaj więcej|подробнее|читать (?:далее|полностью)|查看更多|阅读全文|続きを読む|もっと見る|더보기/i
  ],
  [
    "pager",
    /^(?:next|previous|prev|first|last|older|newer|weiter|zurück|suivant|précédent|siguiente|anterior|avanti|indietro|volgende|vorige|следующая|назад|下一页|上一页|次へ|前へ|다음|이전|[«»‹›←→]|page \d|seite \d)/i
  ],
  [
    "control",
    /\b(?:sort(?:ed)? by|filters?\b|clear all|showing|results?\b|\d+ items?\b|per page|sortieren|filtern|ergebnisse|trier|filtrer|résultats|ordenar|filtrar|resultados|ordina|filtra|risultati|сортиров|фильтр|排序|筛选|並び替え|絞り込み)/i
  ],
  [
    "cart",
    /add to (?:cart|bag|basket|wish ?list|compare)|buy now|quick (?:view|shop|add)|(?:out of|in) stock|sold out|free (?:shipping|delivery)|warenkorb|lieferzeit|auf lager|panier|livraison|en stock|carrito|envío|disponible|carrello|spedizione|winkelwagen|koszyk|корзин|доставк|加入购物车|カートに入れる|장바구니/i
  ],
  [
    "account",
    /sign (?:in|up)|log ?in|register|subscri|newsletter|password|e-?mail|anmelden|abonnieren|passwort|connexion|inscri|s'abonner|suscr[ií]b|iniciar sesión|assine|entrar|accedi|iscriviti|inloggen|aanmelden|zaloguj|войти|подпис|登录|注册|订阅|ログイン|会員登録|로그인|구독/i
  ],
  [
    "legal",
    /cookie|privacy|copyright|©|all rights reserved|terms (?:of|and)|disclaimer|datenschutz|impressum|\bagb\b|alle rechte|confidentialit|mentions légales|droits réservés|privacidad|aviso legal|derechos reservados|privacidade|direitos reservados|informativa|diritti riservati|prywatno|prawa zastrzeżone|конфиденциальн|все права|隐私|版权|プライバシー|利用規約|개인정보|무단/i
  ]
]

export const headingPhrases: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  [
    "related",
    /related|(?:may|might|also) (?:also )?(?:like|be interested)|also (?:bought|viewed|read)|more (?:from|in|stories|articles|news|on|like)|recommend|recent|latest|popular|trending|most (?:read|viewed)|(?:read|up) next|similar|see also|explore|sponsored|around the web|ähnlich|weitere|mehr (?:zum|aus|von)|verwandt|beliebt|auch interessant|meistgelesen|neueste|(?:à )?lire aussi|même sujet|similaires|récents|plus lus|relacionad|te puede interesar|también te|lo más|leia também|veja também|mais lid|leggi anche|correlati|più letti|gerelateerd|lees ook|zobacz t|czytaj t|podobne|polecamy|najnowsze|читайте так|похожи|по теме|популярн|рекоменду|ilgili|benzer|相关|推荐|热门|最新|猜你喜欢|延伸阅读|関連|おすすめ|人気|ランキング|新着|あわせて読|관련|추천|인기|많이 본|ذات صلة|اقرأ أيض|الأكثر|liên quan|xem thêm|läs (?:mer|också)|relatera|læs også|les også|lue myös|související|čtěte|σχετικ|διαβάστε|terkait|baca juga|kapcsolódó|similare/i
  ],
  [
    "comments",
    /comments?\b|repl(?:y|ies)|responses?\b|leave a|discussion|kommentar|commentaire|comentario|comentário|commenti|reacties|komentar|коммент|yorum|评论|留言|コメント|댓글|تعليق|bình luận/i
  ],
  [
    "reviews",
    /reviews?\b|ratings?\b|testimonial|customers? (?:say|are saying)|bewertung|\bavis\b|opinion|reseña|recension|beoordeling|отзыв|レビュー|评价|후기/i
  ],
  [
    "details",
    /specification|\bspecs\b|description|details|features|overview|about (?:this|the)|ingredients|dimensions|highlights|included|beschreibung|technische daten|eigenschaften|caractéristiques|descripci|características|especificaciones|descrizione|caratteristiche|beschrijving|opis|описание|характеристик|詳細|仕様|商品説明|详情|参数|상세/i
  ],
  [
    "questions",
    /\bfaqs?\b|frequently asked|questions|häufige fragen|fragen und antworten|preguntas frecuentes|domande frequenti|veelgestelde|вопрос|よくある|常见问题|자주 묻는/i
  ],
  [
    "follow",
    /follow|connect|contact|newsletter|subscribe|stay |sign up|share|folge|kontakt|teilen|suivez|partager|síguenos|compartir|seguici|condividi|volg|подпис|поделиться|关注|订阅|分享|シェア|フォロー|공유/i
  ],
  [
    "contents",
    /^(?:table of )?contents\b|on this page|in this (?:article|guide)|inhalt|sommaire|índice|indice|inhoud|spis treści|содержание|目录|目次|목차/i
  ]
]
