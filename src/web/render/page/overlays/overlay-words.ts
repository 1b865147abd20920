/** Words of overlays, as sources of regular expressions without regard to case. */
export const overlayWords = {
  /** Subjects of a consent banner. */
  topic: [
    "cookie|gdpr|dsgvo|rgpd|lgpd|ccpa|consent|privacy|opt[- ]out of (?:the )?sale",
    "datenschutz|privatsphäre|einwilligung|zustimm",
    "vie privée|consentement|données personnelles|confidentialité",
    "privacidad|consentimiento|protección de datos|privacidade|consentimento|consenso|riservatezza|dati personali",
    "toestemming|samtyck|samtykke|kakor|informasjonskapsl|personvern|tietosuoja|suostumu|eväste|küpsis",
    "ciastecz|prywatno|zgod|soukromí|souhlas|súhlas|sütik|sütit|adatvédel|kolačić|piškot|slapuk|sīkdat",
    "çerez|gizlilik|κουκ|απορρήτ|συγκατάθεσ|конфиденциальн|куки|согласи|персональн|конфіденційн|бисквитк",
    "クッキー|プライバシー|同意|個人情報|쿠키|개인정보|隐私|隱私"
  ].join("|"),
  /** A sentence that only a consent banner has. */
  phrase: [
    "(?:uses?|using|utilizes?|store|accept|about|our) (?:[\\w,'-]+ ){0,4}cookies",
    "cookies (?:[\\w,'-]+ ){0,6}(?:experience|website|site|browsing|traffic|analytics|you agree)",
    "(?:verwende|nutz|setz|benutz)\\w* (?:[\\wäöüß,'-]+ ){0,4}cookies",
    "utilis\\w* (?:[\\wéèà,'-]+ ){0,4}cookies|(?:utiliza|usa|emplea)\\w* (?:\\w+ ){0,4}cookies",
    "utilizza\\w* (?:\\w+ ){0,4}cookie|gebruik\\w* (?:\\w+ ){0,4}cookies|använder (?:\\w+ ){0,4}(?:cookies|kakor)",
    "(?:bruger|bruker) (?:\\w+ ){0,4}(?:cookies|informasjonskapsler)|(?:używa|korzysta|wykorzyst)\\S* (?:\\S+ ){0,4}cookie",
    "используе\\S* (?:\\S+ ){0,4}(?:cookie|куки)|cookie[^。]{0,20}(?:使用|利用)|(?:使用|利用)[^。]{0,20}cookie"
  ].join("|"),
  /** Labels of controls that give or refuse consent. */
  choice: [
    "accept|agree|allow|consent|reject|decline|refuse|deny|only (?:necessary|essential)|do not sell|cookie (?:settings|preferences)",
    "akzeptier|zustimm|einverstanden|ablehn|nur notwendige|erlauben|auswahl bestätigen",
    "accepter|j'accepte|refuser|continuer sans|tout autoriser|personnaliser",
    "acepta|rechaz|permitir|aceitar|aceito|recusar|rejeitar|accett|rifiut|consenti",
    "accepteer|akkoord|weiger|toestaan|acceptera|godkänn|neka|avvisa|godta|aksepter|tillad|accepter|afvis|hyväksy|salli|hylkää",
    "akceptuj|zgadzam|odrzu|zezw|přijmout|souhlas|odmítnout|prijať|elfogad|elutas|prihva|sprejm|nõustu|piekr|sutinku",
    "kabul|reddet|αποδοχή|αποδέχομαι|απόρριψη|принять|принимаю|согласен|соглас|отклон|прийняти|приемам",
    "同意|承諾|許可|拒否|接受|拒绝|拒絕|동의|수락|거부"
  ].join("|"),
  /** Labels that any dialog may have. */
  dismissal: [
    "^(?:ok|okay|x|×|✕|✖|✗|close|dismiss|got it|i understand|understood|continue|no,? thanks|not now|maybe later|later|skip)[.!]?$",
    "^(?:(?:manage|settings|preferences|customi[sz]e|options)\\b.*|learn more|more info\\w*|verstanden|schließen|schliessen)$",
    "^(?:fermer|compris|cerrar|entendido|fechar|chiudi|ho capito|sluiten|begrepen|stäng|luk|lukk|sulje|zamknij|rozumiem|zavřít|закрыть|понятно|閉じる|关闭|닫기)$"
  ].join("|"),
  /** Subjects of other overlays: newsletters, notifications, apps, ad blockers, regions. */
  offer: [
    "newsletter|subscribe|sign up (?:for|to|and)|join (?:our|the) (?:list|mailing|community)|mailing list|\\d+ ?% off|discount|unlock",
    "notifications?|ad ?block|disable your ad|open in (?:the )?app|get the app|download (?:our|the) app|install (?:our|the) app",
    "your (?:region|country|location)|choose your (?:country|region)|shipping to|age verification|are you (?:over|at least|of legal)",
    "abonnier|anmelden und|rabatt|benachrichtig|s'abonner|inscrivez|réduction|suscríbe|descuento|iscriviti|sconto|inschrijven|korting|prenumerera|zapisz się"
  ].join("|"),
  /** Addresses, names and titles of frames of consent managers. */
  frame: [
    "consent|cookie|gdpr|ccpa|cmp|privacy-mgmt|privacymanager|trustarc|truste|sp_message|usercentrics|didomi|onetrust|quantcast",
    "iubenda|consensu|fundingchoices|privacy-center|evidon|cookiebot|datenschutz"
  ].join("|")
} as const
