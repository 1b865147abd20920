/** Words of a reader, and the words that the pages have instead. */
const synonyms: ReadonlyArray<readonly [readers: string, pages: string]> = [
  ["k8s|helm|kubectl", "kubernetes"],
  ["e-?mails?|smtp", "mail"],
  ["https|ssl|certificates?|let'?s ?encrypt", "tls"],
  ["reverse prox(?:y|ies)|load balancer|ingress|apache", "tls nginx caddy proxy"],
  ["rotat\\w*|revoke|renew", "replace key"],
  ["infinite scroll\\w*|lazy load\\w*", "scroll list"],
  ["(?:load|show|read) more|pagination|next page", "load more button click_until next_page"],
  ["tool (?:use|calling|calls?)|tools api|functions?", "function calling"],
  ["cloudflare|recaptcha|hcaptcha|turnstile|anti-?bot|blocked|403", "captcha bot checks"],
  ["scans?|scanned|tesseract", "scans ocr"],
  ["vector (?:db|database|index|search)|chroma|qdrant|pinecone|faiss|rag|semantic", "vector store embeddings"],
  ["powershell|cmd|wsl", "windows"],
  ["mac|os ?x|homebrew|brew", "macos"],
  ["updat\\w*|new version|migrat\\w* to", "upgrade"],
  ["crontab|cronjobs?|nightly|every (?:day|hour|week)|daily|hourly", "cron schedule"],
  ["jupyter|notebooks?|dataframes?", "pandas python"],
  ["excel", "xlsx spreadsheet csv"],
  ["screen ?shots?", "picture screenshot"],
  ["rss|atom", "feed"],
  ["log ?in|sign ?in|passwords?|authenticated", "login"],
  ["offline|wget|httrack", "copy without a server mirror"],
  ["dead|404s?", "broken"],
  ["faster|slow\\w*|speed|performance", "slow delay symptom"],
  ["monitor\\w*|prometheus|grafana", "metrics"],
  ["notif\\w*|alerts?", "messages schedules changes"],
  ["night|weekly|monthly|regularly", "cron schedule"],
  ["stop|abort|kill", "cancel"],
  ["sdk|librar(?:y|ies)", "client library"],
  ["auto-?complet\\w*|tab", "completions"],
  ["ignor\\w*|bypass\\w*|disobey\\w*", "ignores symptom remedy"],
  ["localhost|intranet|127\\.0\\.0\\.1|private", "localhost address_blocked symptom"],
  ["empty|blank|nothing", "empty symptom no_content"],
  [
    "in use|disappear\\w*|vanish\\w*|missing|unauthorized|401|trouble\\w*|problem|broken|not work\\w*",
    "symptom remedy"
  ],
  ["(?:save|download) (?:\\w+ )?(?:images?|photos?)", "copy images"],
  ["nav\\w*|footer|header|sidebar|boilerplate", "elements exclude selectors"],
  ["section|subfolder|folder|path|only urls", "include exclude patterns"],
  ["swagger|specification|spec", "openapi"],
  ["many urls|urls from|bulk|list of urls", "list file batch"],
  ["ram|memory", "memory load process MiB"]
]

const patterns = synonyms.map(([readers, pages]) => ({ readers: new RegExp(`\\b(?:${readers})\\b`, "i"), pages }))

/** A query, with the words of the pages for words that they do not have. */
export const withSynonyms = (query: string): string =>
  [query, ...patterns.flatMap(({ pages, readers }) => readers.test(query) ? [pages] : [])].join(" ")
