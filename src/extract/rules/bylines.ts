/** Words for authors and for writing. */
const labels = [
  "auto?re?(?:in|e|a)?|auteure?s?|autor(?:i|zy|ka|es|as)|avtor(?:ica)?|autorius|autors|redakteur(?:in)?|testo|tekst|teksti",
  "penulis|reporter|tác giả|tekijä|kirjoittaja|toimittaja|forfatter|skribent|höfundur|szerző|írta|yazar|yazan|muhabir|müəllif",
  "автор(?: статьи)?|аутор|текст|пише|piše|κείμενο|συντάκτης|συντάκτρια|ავტორი|հեղինակ",
  "نویسنده|خبرنگار|نوشته|به قلم|بقلم|كتب|كتبت|الكاتب|المؤلف|تحریر|הכותב|מאת",
  "napsala?|egilea|muallif|аўтар|авторы|લેખક|ಲೇಖಕ(?:ರು)?|എഴുതിയത്|ਲੇਖਕ",
  "लेखक|लेखिका|रिपोर्टर|द्वारा|লেখক|লিখেছেন|প্রতিবেদক|எழுதியவர்|రచయిత|ผู้เขียน|เขียนโดย|โดย",
  "작성자|글쓴이|저자|취재|글·사진|글|取材・文|文・写真|著者|執筆者|執筆|筆者|作者|文|本报记者|记者|記者|撰文|編輯"
].join("|")

/** The same, for words that are too common outside of bylines. */
const looseLabels = "authors?|the author|about the author|contributors?|writer|posted|written|texte?|기자"

/** Verbs before a name. */
const deeds = [
  "(?:this )?(?:article|story|text|words|content|post|blog|review|guide|report|page|interview)?\\s*(?:was |is )?(?:originally |first )?(?:contributed|written|posted|published|authored|created|started|shared|submitted|uploaded|reported|compiled|prepared|story|text|words|content|article|review)\\s+by",
  "(?:(?:view |see )?(?:all|more) )?(?:articles|posts|stories) (?:by|from)",
  "(?:recipe|created|photo(?:graph)?s and text|text and photo(?:graph)?s) by",
  "(?:pressemitteilung|im wortlaut|rezept|(?:zeige )?alle (?:beiträge|artikel)|gespeichert|text und fotos?) von",
  "post author(?: by)?",
  "(?:geschrieben|verfasst|veröffentlicht|eingestellt|erstellt|gepostet|publiziert|(?:ein(?:en)? |gast)?(?:beitrag|artikel)) von",
  "(?:publié|écrit|rédigé) par|(?:escrito|publicado) por|(?:scritto|pubblicato) da|a cura di|geschreven door",
  "skrevet a[fv]|skriven av|przez|ditulis oleh|scris de"
].join("|")

/** Words before a name in a byline. */
export const bylineLead = new RegExp(
  `^(?:${deeds}|by|${labels}|${looseLabels})\\s*(?:[:：／/¦]\\s*|(?=\\s)|$)\\s*`,
  "iu"
)

/** A day of publication before a name: `Posted on 3 May 2024 by`. */
export const dateLead =
  /^(?:posted|published|written|created|submitted|veröffentlicht|publié|publicado|pubblicato)\P{L}[^:]{0,40}?\d{4}[^:\p{L}]{0,5}(?:at \d[\d:.]* ?(?:am|pm)? )?(?=(?:by|von|par|por|da) )/iu

/** Words that make a line a byline by themselves. */
export const bylineLine = new RegExp(
  `^(?:(?:${deeds})\\s*:?|by(?=\\s)|(?:by|authors?|contributors?|writer|words|${labels})\\s*[:：／])\\s*(\\S.*)$`,
  "iu"
)

const prepositions =
  "von vom par por di da de del door av af od oleh nga per deur eftir piše пише του της των від от bởi"
    .split(" ")
    .flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]).join("|")

/** Prepositions are parts of names too, so a whole name must follow. */
export const bylinePreposition = new RegExp(
  `^(?:${prepositions})\\s*(?::|\\s(?=(?!L[aoe]s?\\s)[^\\s\\p{Ll}]\\S*\\s+\\S))\\s*`,
  "u"
)

/** A label for the lines below it. */
export const bylineLabel = new RegExp(
  `^(?:${deeds}|(?:article|words|text|story) by|${labels}|authors?|contributors?|writer)\\s*[:：]?$`,
  "iu"
)

/** The same beside the headline. */
export const shortBylineLabel = new RegExp(`^(?:[Bb]y|BY|${prepositions})\\s*:?$`, "u")

/** Between two names of a list. */
export const nameJoint = /^(?:[,;]|&|(?:,\s*)?(?:and|und|et|y|e|en|og|och|ja|и|та|και|ve))$/u

/** Between the parts of a line about the page. */
export const bylineParts = /\s+[|/•·∙⋅・–—-]\s+|\s*[|•·∙⋅・]\s*/u

/** A name with its preposition after a date, or between a section and a date. */
export const nameAfterDate =
  /^(?:\p{Nd}{1,4}[./-]\p{Nd}{1,2}[./-]\p{Nd}{1,4},?\s+(?:by|von|par|por|di|da|door|av|af)|posted in \S[^,]{0,40}? by)\s+(\S.*)$/iu

/** Words before or after a name in scripts without capitals. */
export const caselessLine =
  /^(?:(?:本报|本社)?记者|記者|文|글|บทความโดย|โดย|ผู้เขียน|द्वारा|بقلم|كتب|كتبت|تحریر|מאת|به قلم)\s+(\S.*)$|^(\S.*?)\s*(?:기자|특파원|記者|记者|द्वारा)(?:\s+\S+@\S+|\s*[(（].*)?$/u

/** A profession after a name. */
export const bylineTrade = /\s*(?:(?:객원|선임|인턴|전문)?기자|특파원|논설위원|記者|记者|\sद्वारा)$/u

/** A name in a script with capitals: two words or more, each with a capital except particles. */
export const capitalName =
  /^\p{Lu}[\p{L}\p{M}.'’-]*(?:(?:,| &| (?:and|und|et|e|y|i|en|og|och|ja|és|și|и|і|та|και|ve))? (?:(?:van|von|der|den|de|del|della|di|da|dos|das|du|la|le|el|al|bin|ter|ten|af|zu) )*\p{Lu}[\p{L}\p{M}.'’-]*){1,7}$/u

/** End of a name in a byline. */
export const bylineEnd =
  /\s*(?:[|•–—●▪∙»›⋅→｜]|(?<!\p{Script=Hangul})·|\s-\s|\s\S*@\S|\s[<(]\S*@|\s[Ss]ponsored$|\s\/\s|\b(?:[Uu]pdated|[Pp]ublished|[Pp]osted|last|follow|wrote|under|[Rr]eviewed by|[Mm]edically|[Ff]act[- ][Cc]hecked|[Ee]dited by|[Ss]hares|min(?:ute)?s? read)\b|\b(?:on|at|in)\s+(?:\p{Lu}|\d|$)|\b(?:on|at|in|the)$|,?\s*(?:am|le|el|il|op|den|em|dne)\s+\d|,?\s*\d{4}[-/.年]\d|,?\s*\d{1,2}[-/.]\d{1,2}[-/.]\d|\d+\s*(?:min|hour|day|week|month|year|comment|post|view)|\b(?:publi[cé]|pubblic|veröffentlicht|gepubliceerd|publicer|opublikowan|publikov|objavljen)|опублик|опублік|發布|发布|入力|입력|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b).*$/u

/** Words in place of a name. */
export const notNames =
  /^(?:author|authors|no author|by|(?:site|web|wp|wordpress)? ?admin(?:istrator)?|(?:(?:first|last|full|your|user) ?name|e-?mail)(?: (?:or|oder|ou|o) .*)?|(?:by )?appointment only|\d+ ?(?:[hmdwy]|mo|mins?|hrs?)|guest|unknown|anonymous|user|root|webmaster|share|comments?|reviews?|log ?in|sign in|sign up|join us|register|menu|search|home|profile|about|contact|follow|more|read more|view all|posts?|replies|topics?|members?|new member|senior member|junior member|moderator|date|published|posted|updated|contributor|writer|editor|n\/?a|none|null|undefined|default|test|print|e-?mail|facebook|twitter|instagram|linkedin|youtube|pinterest|rss|written|the author|about the author|meet the author|original poster|op|offline|online|today|yesterday|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|en|us|via|article by|insights from|of this article|this review is|use case|company size|category|price|state|domain|collection|email address|(?:\w+ )?account|cancel|stores?|shop|science|human|weiter|mehr|personal finance|veröffentlicht am|artikel von|publié le|publicado el|pubblicato il|geplaatst op)$/i

/** Words and characters that are never part of a name: */
export const unlikeNames =
  /[$€£¥]\s?\d|\p{L}:\s|\bsince \d{4}|\bper (?:month|year)\b|[?!](?:$|\s)|[[(]at[\])]|_\p{Nd}{3}|\p{Nd}\s?%/iu

/** A role after a name. */
const roles = [
  "head|director|editor|expert|writer|manager|founder|co-?founder|chief|ceo|cto|cfo|coo|cmo|vp|president|partner",
  "professor|correspondent|reporter|journalist|specialist|consultant|officer|analyst|engineer|developer|designer",
  "strategist|advisor|adviser|attorney|lawyer|coach|therapist|gastroenterologist|dermatologist|dietitian",
  "nutritionist|physician|contributor|columnist|blogger|author|marketer|marketing|team lead|associate|executive",
  "fellow|researcher|scientist|student|redakteur(?:in)?|autor(?:in)?|chefredakteur(?:in)?|journaliste",
  "rédact(?:eur|rice)|periodista|redactora?|giornalista"
].join("|")

/** A role after a comma. */
export const rolePart = new RegExp(`(?:^|[\\s-])(?:${roles})s?(?:$|[\\s,&-])`, "iu")

/** A role without a comma, after two words of a name. */
export const roleTail =
  /^(\p{Lu}\S*(?:\s+\p{Lu}\S*)+?)\s+(?:(?:Senior|Staff|Contributing|Guest|Freelance|Managing|Associate)\s+)?(?:Writer|Founder|Co-Founder|Editor|Reporter|Contributor|Correspondent|Gardener|Blogger|Columnist|CEO|CTO|Redakteur(?:in)?|(?:The )?Associated Press|Agence France-Presse)(?:\s.*)?$/u

/** A part after a comma that is neither a name nor a degree: an office, a newspaper, an agency. */
export const sourcePart =
  /^(?:(?:The|From|For|Für|Le|La|El|Die|Der)\s|(?:CNN|NDR|ARD|ZDF|WDR|SWR|BBC|AP|AFP|APA|DPA|EFE|ANSA|NBC|ABC|CBS|NPR|Reuters|Special to)\b)|(?:\p{L}+\s+){3}\p{L}/u

/** Tail of a list of names: the last name, or coauthors. */
export const listTail = /^(?:and|und|et|y|e)\s|\s(?:and|und|et|y|e|&)\s.*$/u

/** A host, or an address without its scheme, in place of a name. */
export const hostName =
  /^(?:www\.)?[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|info|cn|de|at|ch|fr|es|it|eu|co\.uk|ru|pl|nl|io)(?:\/\S*)?$/i

const hanNames = "([\\p{Script=Han}·]{2,4}(?:[、，,\\s　]+[\\p{Script=Han}·]{2,4})*|[A-Za-z][\\w.-]{1,20})"

/** Patterns for authors on Chinese pages. The editor comes last, for pages without another name. */
export const hanBylines: ReadonlyArray<RegExp> = [
  new RegExp(`(?:作者|撰文|撰稿|执笔人?|執筆)\\s*[:：\\[［【]\\s*${hanNames}(?=$|[\\s\\]］】）)|])`, "u"),
  new RegExp(`(?:记者|記者|通讯员|通訊員|文)(?:\\s+|\\s*[/／]\\s*)${hanNames}(?=$|[\\s\\]］】）)|])`, "u"),
  new RegExp(`\\d{1,2}[:：]\\d{2}\\s*[\\[［【]\\s*${hanNames}(?=\\s*[\\]］】])`, "u"),
  new RegExp(`(?:责任编辑|責任編輯|责编|编辑|編輯)\\s*[:：]\\s*${hanNames}(?=$|[\\s\\]］】）)|])`, "u")
]

/** One to five writers, each a common family name with one or two characters. */
export const hanWritersLine =
  /^(?:[、，,\s　]*[王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖田董潘袁蔡蒋蔣余于杜叶葉程魏苏蘇吕呂丁任卢盧姚沈钟鍾姜崔谭譚陆陸范汪廖贾賈夏付傅方邹鄒熊孟秦邱侯尹薛闫閻段雷龙龍黎陶贺賀毛郝顾顧龚龔邵万萬钱錢严嚴赖賴覃戴莫孔汤湯][\p{Script=Han}]{1,2}(?:、[\p{Script=Han}]{2,3})*){1,5}$/u

/** Words after a name in such a line. */
export const hanLabels =
  /\s*(?:阅读|閱讀|来源|來源|发表|發表|发布|發布|点击|點擊|浏览|瀏覽|时间|時間|日期|摄影|摄|编辑|編輯|责编|字体|评论|更新)[^]*$/u
