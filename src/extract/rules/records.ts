/** Words of class names, as whole words between hyphens, underscores and changes of case. */
const word = (...words: ReadonlyArray<string>): RegExp =>
  new RegExp(`(?:^|[\\s_-])(?:${words.join("|")})(?=$|[\\s_-])`, "i")

/** A price that is no longer asked, or never was: the list price. */
export const oldPriceNames = word(
  "was",
  "old",
  "previous",
  "before",
  "original",
  "regular",
  "list-?price",
  "price-?list",
  "rrp",
  "msrp",
  "srp",
  "compare(?:[_-]?at)?",
  "crossed(?:[_-]?out)?",
  "strike(?:[_-]?through|d)?",
  "strikethrough",
  "struck",
  "non-sale",
  "line-?through"
)

export const currentPriceNames = word(
  "sale",
  "sales",
  "special",
  "current",
  "now",
  "new",
  "final",
  "discount(?:ed)?",
  "reduced",
  "actual"
)

/** Text before a price that is not the current one. */
export const oldPriceLabel =
  /(?:\b(?:was|rrp|msrp|srp|list(?: price)?|(?:original|regular|previous|old|retail|compare(?:d)?(?: at| to)?|before|reg\.?)(?: price)?(?: was)?|instead of|statt|uvp|bisher|vorher|au lieu de|prix conseillé|antes|precio anterior|prima|anziché|van|adviesprijs|de)|старая цена|原价|定価|通常価格)\s*:?\s*$/i

/** Text before an amount that is not the price of the item: a saving, shipping, an instalment, a surcharge. */
export const otherAmountBefore =
  /(?:[+\u2212]|(?<!\d)-|\b(?:save|saving|spare|over|above|delivery|shipping|versand(?:kosten)?|livraison|or|pay|payments? of|instal?lments? of|up to|deposit|coupon|cashback|earn|per|with|worth|ab einem wert von|min\.? order|subscribe and save))[\s:]*$/i

/** The same after it. */
export const otherAmountAfter =
  /^\s*(?:off\b|\(?\s*\d+\s?% off|per\b|\/\s*(?:mo|month|monat|mois|yr|year|week|day|kg|100|l\b|lb|oz|st|piece|unit|m\b)|\s?(?:a|each) month|shipping|delivery|versand|discount|savings?\b|minimum|gift ?card|credit|deposit|rabatt|cashback|instal)/i

/** Classes of pictures that are not of the item. */
export const notItemPictures = word(
  "icons?",
  "ico",
  "avatar",
  "logo",
  "badges?",
  "flag",
  "stars?",
  "rating",
  "ribbon",
  "swatch(?:es)?",
  "emoji",
  "gravatar",
  "author",
  "sprite",
  "placeholder",
  "sold-?out"
)

/** Classes of the name of an item, and of lines beside it. */
export const titleNames = word(
  "title",
  "headline",
  "(?:product|item|card|entry|event|recipe|listing|tile)[_-]{0,2}name"
)
export const besideTitleNames = word(
  "sub-?title",
  "subheading",
  "author",
  "byline",
  "user",
  "username",
  "brand",
  "vendor",
  "maker",
  "categor(?:y|ies)",
  "topics?",
  "tags?",
  "kicker",
  "eyebrow",
  "label",
  "badges?",
  "seller",
  "section",
  "source",
  "site",
  "price",
  "date",
  "time",
  "company"
)

/** Lines that number an item. */
export const itemNumber =
  /^(?:item|sku|model|part|art(?:icle|ikel)?|mpn|ref)\b[ .#-]*(?:number|no|nr|nummer|#)?\.?\s*:/i

const month =
  "(?:jan|feb|fév|mar|mär|apr|avr|abr|ma[iy]|mag|jun|jui|giu|jul|lug|aug|ago|aoû|sep|set|o[ckt]t|nov|de[cz]|déc|dic|ene|gen)\\p{L}{0,7}\\.?"

/** Lines that are only a date or an age. */
export const onlyDate = new RegExp(
  `^(?:\\p{L}+day,?\\s+)?(?:${month}\\s+\\d{1,2}(?:st|nd|rd|th)?,?(?:\\s+\\d{4})?|\\d{1,2}\\.?\\s+${month}(?:\\s+\\d{4})?)` +
    `(?:,?\\s+(?:at\\s+)?\\d{1,2}:\\d{2}.{0,6})?$|^\\d+\\s?(?:s|m|h|d|w|mo|y|sec\\w*|min\\w*|hours?|days?|weeks?|months?|years?)(?:\\s+ago)?$`,
  "iu"
)

/** Places of a page where no list of its own stands. */
export const machineryNames = word(
  "nav",
  "navbar",
  "navigation",
  "navi",
  "mega-?menu",
  "menu",
  "sub-?menu",
  "menu-items?",
  "dropdown",
  "header",
  "masthead",
  "footer",
  "breadcrumbs?",
  "cookies?",
  "consent",
  "gdpr",
  "onetrust",
  "modal",
  "dialog",
  "popup",
  "lightbox",
  "overlay",
  "drawer",
  "off-?canvas",
  "mini-?cart",
  "facets?",
  "filters?",
  "language[s]?",
  "region-selector",
  "store-selector",
  "social",
  "share",
  "newsletter"
)

/** Labels of buttons that put a product into the cart. */
export const buyControl =
  /add to (?:my )?(?:cart|bag|basket|trolley)|buy (?:it )?now|in den (?:waren|einkaufs)korb|jetzt kaufen|ajouter au panier|acheter|añadir (?:al|a la) (?:carrito|cesta|bolsa)|comprar|aggiungi al carrello|acquista|in (?:de )?(?:winkelwagen|winkelmand)|do koszyka|lägg i (?:varukorg|kundvagn)|læg i kurv|legg i handlekurv|lisää ostoskoriin|do košíku|adauga in cos|kosárba|sepete ekle|в корзину|купить|カートに(?:入れる|追加)|加入购物车|加入購物車|立即购买|장바구니/i
