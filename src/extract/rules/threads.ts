/** Names of elements with the text of a post, tried on each class and id. */
export const postNames = /(?:post(?!er|age)|repl(?:y|ies)|answer|message).*(?:body|content|text|html)$/i

/** Names of elements with the text of a comment. Below posts, comments are remarks. */
export const commentNames = /(?:comment|usertext).*(?:body|content|text|html)$/i

/** Paths and queries of threads. */
export const threadPaths =
  /\/(?:threads?|topics?|t|forums?|viewtopic|showthread|discussions?|questions?|comments|r)(?:[/.?]|$)|(?:viewtopic|showthread|topic|thread)[.=?_-]|\/post\/\d+\/?$/i

/** Hosts of forums. */
export const forumHosts = /(?:^|\.)(?:bbs\w*|forums?|boards|discourse|discuss)\./i

/** A line in which forum software tells readers what they may do. */
export const noticeLine = new RegExp(
  `^\\P{L}*(?:${
    [
      "(?:sorry, )?you (?:must|need to|have to) (?:be (?:logged|signed) in|log ?in|sign ?in|register)(?: (?:or|and) (?:register|sign ?up|log ?in))? (?:in order )?to (?:reply|post|comment|respond|view|download|vote|answer)",
      "(?:please )?(?:log ?in|sign ?in)(?: or (?:register|sign ?up|create an account))? to (?:reply|post|comment|respond|answer|join (?:this|the) (?:conversation|discussion))",
      "you (?:do not|don['’]t|may not|cannot|can['’]t) (?:have (?:the )?(?:required )?permissions? to )?(?:post|reply|edit|view|attach|vote|start)",
      "(?:this|the) (?:topic|thread) (?:is|has been|was) (?:closed|locked)|not open for further replies",
      "(?:du musst|sie müssen) (?:dich|sich|angemeldet|eingeloggt|registriert).{0,40}(?:antworten|schreiben|kommentieren|sehen|sein)",
      "(?:du hast|sie haben) keine (?:berechtigung|ausreichende\\p{L}* berechtigung)|(?:dieses|das) thema (?:ist|wurde) (?:geschlossen|gesperrt)",
      "(?:vous devez|il faut|veuillez) (?:être connecté|vous connecter|vous inscrire|être inscrit).{0,40}(?:répondre|poster|commenter|voir)",
      "vous n['’](?:avez pas|êtes pas) (?:la permission|le droit|autorisé)|(?:ce sujet|cette discussion) est (?:fermée?|verrouillée?)",
      "(?:debes|debe|tienes que|necesitas) (?:iniciar sesión|registrarte|registrarse|estar registrado|identificarte).{0,40}(?:responder|comentar|publicar|ver)",
      "no tienes? permisos?|(?:devi|è necessario) (?:accedere|effettuare l['’]accesso|registrarti|essere registrato).{0,40}(?:rispondere|commentare|vedere)",
      "(?:você precisa|é necessário) (?:estar logado|fazer login|entrar|se registrar).{0,40}(?:responder|comentar|ver)",
      "je moet (?:ingelogd zijn|inloggen).{0,40}(?:reageren|antwoorden)|musisz (?:się zalogować|być zalogowany).{0,40}",
      "(?:чтобы|для того чтобы) (?:ответить|оставить|писать).{0,40}(?:войдите|зарегистрируйтесь|авторизуйтесь)|вы не можете (?:отвечать|начинать|редактировать)",
      "(?:您|你)(?:需要|必须)(?:登录|登錄).{0,20}(?:回复|回帖|发帖|查看|下载)|(?:返信|投稿|コメント)するには.{0,20}ログイン"
    ].join("|")
  }).{0,80}$`,
  "iu"
)

/** The heading of the rules of a forum. */
export const rulesHeading = new RegExp(
  `^\\P{L}*(?:${
    [
      "(?:the )?(?:forum|board|posting|community|group|sub(?:reddit)?|house) (?:rules|guidelines|permissions)|rules of (?:the|this) (?:forum|board)",
      "read (?:this|the rules) before (?:you )?post(?:ing)?|(?:foren?|board)-?regeln|regeln (?:des|dieses) forums",
      "règles du forum|(?:normas|reglas) del foro|regole del forum|regras do fórum|forumregels|zasady forum|правила форума|版规|论坛规则"
    ].join("|")
  })\\P{L}*$`,
  "iu"
)
