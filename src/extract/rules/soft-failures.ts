/** Words of pages that are served in place of another page, in many languages. */
export interface SoftFailure {
  readonly code: "challenge_page" | "login_required" | "consent_page" | "not_found_page"
  readonly message: string
  /** Max characters of text. A page with more is not a failure. */
  readonly maxText: number
  /** Pattern for the title and the text. */
  readonly says: RegExp
  /** Pattern for the title and the start of the text, for words that another text may contain. */
  readonly opens?: RegExp
  /** True if the page must also have a password field. */
  readonly asksPassword?: boolean
}

/** Whether title and text match, and the text is short. */
export const isSoftFailure = ({ maxText, opens, says }: SoftFailure, wholeTitle: string, text: string): boolean => {
  const title = wholeTitle.slice(0, maxTitleLength)
  return text.length <= maxText && says.test(`${title}\n${text}`) &&
    (opens === undefined || opens.test(title) || opens.test(text.slice(0, opening)))
}

/** Whether the path of a URL, or the name of its host, is that of a login page. */
export const isLoginUrl = (url: string): boolean => {
  const { hostname, pathname } = new URL(url)
  return loginName.test(`${hostname}${pathname}`.slice(0, maxTestedUrl))
}

const loginName = new RegExp(
  "(?:^|[/._-])(?:(?:wp-)?log[_-]?[io]n|sign[_-]?[io]n|sso|auth|authenticate|session/new|anmelden|anmeldung|einloggen"
    + "|(?:se-)?connecter|connexion|iniciar-sesion|acceder|entrar|accedi|inloggen|logowanie|zaloguj|logga-in|giris)(?=$|[/._-])",
  "i"
)

const maxTestedUrl = 2000

/** Characters searched at the start of a text. */
const opening = 200
const maxTitleLength = 300

const join = (...patterns: ReadonlyArray<string>): RegExp => new RegExp(patterns.join("|"), "iu")

const challenge =
  "The site answered with a check for robots, or a refusal, in place of its page; that is what is returned."

export const softFailureRules: ReadonlyArray<SoftFailure> = [
  {
    code: "challenge_page",
    message: challenge,
    maxText: 1000,
    says: join(
      "(?:verify|confirm|prove|verifying|confirming)\\W+(?:that )?you(?:'|’)?(?: a)?re (?:a |not a )?(?:human|robot)",
      "are you (?:a )?(?:human|robot)",
      "(?:i'm|i am) not a robot",
      "unusual (?:traffic|activity) from",
      "checking (?:your browser|if the site connection is secure)",
      "needs to review the security of your connection",
      "access to this page has been denied",
      "you have been blocked",
      "complete the (?:captcha|security check)",
      "please enable js and disable any ad blocker",
      "(?:bestätigen|beweisen) sie,? dass sie (?:ein mensch|kein roboter) sind|ich bin kein roboter",
      "(?:vérifi\\w+|confirm\\w+|prouv\\w+) que vous (?:êtes (?:un )?humain|n'êtes pas un robot)|je ne suis pas un robot",
      "(?:verific\\w+|confirm\\w+|demuestr\\w+) que (?:eres|es usted|no eres) (?:un )?(?:humano|robot)|no soy un robot",
      "não sou um robô|non sono un robot|ik ben geen robot|nie jestem robotem|я не робот",
      "人机(?:验证|身份验证)|请完成安全验证|私はロボットではありません|로봇이 아닙니다"
    )
  },
  {
    code: "challenge_page",
    message: challenge,
    maxText: 400,
    says: join(
      "access (?:is )?denied",
      "(?:request|access) (?:has been |was )?blocked",
      "zugriff verweigert",
      "accès refusé",
      "acceso denegado",
      "доступ (?:запрещ|ограничен)",
      "访问被拒绝"
    )
  },
  {
    code: "login_required",
    message: "The site shows the page only after a login. This is its login page.",
    maxText: 800,
    asksPassword: true,
    says: join(
      "(?:log|sign) ?in (?:to (?:continue|view|see|access|read|your account)|or (?:register|sign up|create))",
      "you (?:must|need to|have to) (?:be (?:logged|signed) in|log in|sign in|register)",
      "please (?:log|sign) ?in|forgot(?:ten)? (?:your )?password|members only",
      "(?:bitte|zuerst) (?:melden sie sich an|einloggen|anmelden)|passwort vergessen|sie müssen (?:angemeldet|eingeloggt) sein",
      "connectez-vous|vous devez (?:être connecté|vous connecter)|mot de passe oublié",
      "inici[ae]r? sesión|olvid(?:ó|aste) (?:su|tu) contraseña|faça (?:o )?login|esqueceu (?:a|sua) senha",
      "devi (?:effettuare l'accesso|accedere)|password dimenticata|wachtwoord vergeten|nie pamiętasz hasła|zaloguj się",
      "необходимо (?:войти|авторизоваться)|забыли пароль|войдите",
      "请(?:先)?登[录入]|忘记密码|登录后|ログインしてください|パスワードを(?:お忘れ|忘れ)|로그인이 필요|비밀번호 찾기",
      "şifremi unuttum|يجب تسجيل الدخول|نسيت كلمة"
    )
  },
  {
    code: "consent_page",
    message: "The site asks for consent to cookies before it shows the page. This is that question.",
    maxText: 2500,
    opens: join(
      "before you continue|we (?:value|care about|respect) your privacy|your privacy (?:choices|matters|is important)|cookie (?:consent|notice)",
      "bevor sie (?:fortfahren|weiter)|ihre privatsphäre|wir benötigen ihre zustimmung|mit werbung (?:und tracking )?weiter",
      "avant d(?:e continuer|'accéder)|respectons votre vie privée|antes de (?:continuar|ir a)|valoramos (?:tu|su) privacidad|valorizamos (?:a )?sua privacidade",
      "prima di continuare|la tua privacy|voordat je (?:verdergaat|verder)|we geven om je privacy|dbamy o twoją prywatność|szanujemy twoją prywatność"
    ),
    says: join(
      "(?:accept|reject|allow|decline) (?:all|cookies|&|and)|i (?:accept|agree)|agree and (?:continue|close)",
      "(?:alle|cookies) (?:akzeptieren|ablehnen|annehmen)|zustimmen|tout (?:accepter|refuser)|j'accepte",
      "acept(?:ar|o) (?:todo|las cookies|y)|rechazar todo|aceitar (?:tudo|todos|e )|accett[ao] (?:tutt[oi]|e |i cookie)|rifiuta tutto",
      "alles (?:accepteren|afwijzen|weigeren)|akkoord|zaakceptuj|akceptuj|przejdź do serwisu"
    )
  },
  {
    code: "not_found_page",
    message: "The page says that it was not found, although its status is a success. This is that message.",
    maxText: 1200,
    opens: join(
      "(?:^|\\b(?:error|http|code|fehler|erreur)[ :]{1,2})404\\b(?! media)|\\b404\\b[^\\p{L}\\d]{0,4}(?:error|page|not|seite|página|pagina|$)",
      "(?:page|content|article|product|item|post|topic)(?: you(?:'re| are| were)? \\w+(?: \\w+)? (?:for )?)? ?(?:was |is |could |can )?(?:not|no longer)(?: be)? (?:found|exist|available)",
      "(?:page|content|article) (?:doesn['’]t|does not) exist|we can(?:'t|’t|not) (?:find|seem to find) (?:the|that) page",
      "seite (?:wurde )?(?:leider )?nicht gefunden|page (?:introuvable|non trouvée)|página no (?:encontrada|existe)|página não encontrada",
      "pagina (?:non trovata|niet gevonden)|nie znaleziono strony|strona nie (?:istnieje|została znaleziona)|sayfa bulunamadı",
      "страница не (?:найдена|существует)|页面不存在|找不到(?:该|此)?(?:页面|网页)|ページが見つかりません|페이지를 찾을 수 없|الصفحة غير موجودة"
    ),
    says: /./u
  }
]
