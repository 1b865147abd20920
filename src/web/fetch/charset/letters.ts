/** Frequencies of letters, to guess the encoding of bytes that declare none. */
export interface LetterTable {
  readonly language: string
  /** Top-level domains of countries that write it, besides the language's own code. */
  readonly domains: string
  readonly encodings: ReadonlyArray<string>
  /** The commonest first. Of Latin scripts only those beyond ASCII. */
  readonly letters: string
}

const western = ["windows-1252"]
const central = ["windows-1250", "iso-8859-2"]
const baltic = ["windows-1257", "iso-8859-13", "iso-8859-4"]
const cyrillic = ["windows-1251", "koi8-r", "iso-8859-5", "ibm866"]
const ukrainian = ["windows-1251", "koi8-u", "iso-8859-5"]
const slavic = ["windows-1251", "iso-8859-5"]

/** Latin scripts: a letter beyond ASCII stands between letters of ASCII. */
export const latinTables: ReadonlyArray<LetterTable> = [
  { language: "en", domains: "uk us au com", encodings: western, letters: "éñèïêö" },
  { language: "de", domains: "at ch", encodings: western, letters: "üäößÜÄÖéà" },
  { language: "fr", domains: "be ca ch", encodings: western, letters: "éèàêçôîùâûÉëïœÀÊÇÎ" },
  { language: "es", domains: "mx ar cl pe ve", encodings: western, letters: "óáíéñú¿¡üÁÉÑÓÍÚº" },
  { language: "pt", domains: "br", encodings: western, letters: "ãçáéíõóêâúàôºÇÁÉÃÕª" },
  { language: "it", domains: "sm", encodings: western, letters: "àèùòéìÈÀ°" },
  { language: "nl", domains: "be", encodings: western, letters: "ëéïèöüóáç" },
  { language: "sv", domains: "se", encodings: western, letters: "äåöÅÄÖéàü" },
  { language: "da", domains: "dk", encodings: western, letters: "åøæÅØÆéä" },
  { language: "no", domains: "nb nn", encodings: western, letters: "åøæÅØÆéò" },
  { language: "fi", domains: "", encodings: western, letters: "äöåÄÖé" },
  { language: "is", domains: "", encodings: western, letters: "íðáéóöþúæýÍÁÞÓÉÚÖÆÐÝ" },
  { language: "ca", domains: "cat es", encodings: western, letters: "àéóèíòçúü·ïÉÀÒ" },
  { language: "pl", domains: "", encodings: central, letters: "ęłóążśćńźŁŚŻĆÓŹ" },
  { language: "cs", domains: "cz", encodings: central, letters: "íáéěřšýčžůúťňďóČŘŠŽÚÍ" },
  { language: "sk", domains: "", encodings: central, letters: "áíéčýšžťúľňóôďäŕĺŽČŠÚĽ" },
  { language: "hu", domains: "", encodings: central, letters: "áéöóőíüúűÁÉÖŐÓÜÍ" },
  { language: "ro", domains: "md", encodings: central, letters: "ăîşţâÎŞŢÂ" },
  { language: "ro", domains: "md", encodings: ["iso-8859-16"], letters: "ăîșțâÎȘȚÂ" },
  { language: "sl", domains: "si", encodings: central, letters: "čšžČŠŽ" },
  { language: "hr", domains: "ba rs", encodings: central, letters: "čšžćđŠČŽĐĆ" },
  { language: "tr", domains: "", encodings: ["windows-1254"], letters: "ıüşğçöİŞÇÖÜâîû" },
  { language: "lt", domains: "", encodings: baltic, letters: "ėšąųžįūęčŠŽĖĮŪČ" },
  { language: "lv", domains: "", encodings: baltic, letters: "āīēšūļņķžģčĀŠĪĒŽČĶ" },
  { language: "et", domains: "ee", encodings: baltic, letters: "äõüöšžÕÄÜÖ" },
  { language: "mt", domains: "", encodings: ["iso-8859-3"], letters: "ħżġċàĦŻĠĊ" },
  { language: "eo", domains: "", encodings: ["iso-8859-3"], letters: "ĝŭĉŝĵĥĈĜŜĴ" },
  {
    language: "vi",
    domains: "vn",
    encodings: ["windows-1258"],
    letters: "\u0301\u0300\u0323đưâăôêơ\u0309\u0303Đôáàéèóíúùạ"
  }
]

/** Scripts of their own: hardly a letter of ASCII appears in a word. */
export const otherTables: ReadonlyArray<LetterTable> = [
  { language: "ru", domains: "su by kz", encodings: cyrillic, letters: "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё" },
  { language: "uk", domains: "ua", encodings: ukrainian, letters: "оанивітеслрукдмяпзбьгчйхцїжшюєщґф" },
  { language: "be", domains: "by", encodings: ukrainian, letters: "анеіоырлсткудвзмяьпбгйчхжцшюўфё" },
  { language: "bg", domains: "", encodings: slavic, letters: "аиоентрсвлкдпмзгуъячбщйцжхшюфь" },
  { language: "sr", domains: "rs me", encodings: slavic, letters: "аоиенрсјтукдвмлпзгбчћшжљњцхђфџ" },
  { language: "mk", domains: "", encodings: slavic, letters: "аоиетнрвсдкјлмпузгбчшцќѓжѕњљфхџ" },
  {
    language: "el",
    domains: "gr cy",
    encodings: ["windows-1253", "iso-8859-7"],
    letters: "αοιετσνρπκμυλςηίόδάέγήωχύθφώβξζψϊ"
  },
  {
    language: "he",
    domains: "il",
    encodings: ["windows-1255", "iso-8859-8"],
    letters: "יוהלאתרבשמנםדקחפעכגטסןצךזףץ\u05B8\u05B7\u05B4\u05B6\u05BC"
  },
  {
    language: "ar",
    domains: "sa ae eg iq jo kw lb ly ma om qa sd sy tn ye",
    encodings: ["windows-1256", "iso-8859-6"],
    letters: "اليمنترودبهعقةفسكحجأشصطخضىذثئزءؤغظإآ"
  },
  { language: "fa", domains: "ir", encodings: ["windows-1256"], letters: "اینردهمتوبشلسکگفزعخجقپچحآصطءضذئغژثظ" },
  {
    language: "th",
    domains: "",
    encodings: ["windows-874"],
    letters:
      "านรอกเงมยลวดทส\u0E48ต\u0E49ะ\u0E31ป\u0E34\u0E35บคหแ\u0E47จพข\u0E39ช\u0E38ไใ\u0E4C\u0E33โ\u0E37ซ\u0E36ถผธศณภษ\u0E46ฟฎญฐฉ"
  }
]

/** Scripts of two bytes a character; `letters` are some hundreds that make up most of any text. */
export const wideTables: ReadonlyArray<LetterTable> = [
  {
    language: "zh",
    domains: "cn sg",
    encodings: ["gb18030"],
    letters:
      "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严"
  },
  {
    language: "zh",
    domains: "tw hk mo",
    encodings: ["big5"],
    letters:
      "的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後多定行學法所民得經十三之進著等部度家電力裡如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它合還因由其些然前外天政四日那社義事平形相全表間樣與關各重新線內數正心反你明看原又麼利比或但質氣第向道命此變條只沒結解問意建月公無系軍很情者最立代想已通並提直題黨程展五果料象員革位入常文總次品式活設及管特件長求老頭基資邊流路級少圖山統接知較將組見計別她手角期根論運農指幾九區強放決西被幹做必戰先回則任取據處隊南給色光門即保治北造百規熱領七海口東導器壓志世金增爭濟階油思術極交受聯什認六共權收證改清己美再採轉更單風切打白教速花帶安場身車例真務具萬每目至達走積示議聲報鬥完類八離名確才科張信馬節話米整空元況今集溫傳土許步群廣石記需段研界拉林律叫且究觀越織裝影算低持音眾書布複容兒須際商非驗連斷深難近千週委素技備半辦青省列習響約支般史感便團往歷市克何除消構府稱太準精值號率族維劃選標寫存候親快效斯院查江型眼王按格養易置派層片始卻專狀育廠京識適屬圓包火住調滿縣局照參紅細引聽該價嚴臺灣讓網站請"
  },
  {
    language: "ja",
    domains: "jp",
    encodings: ["shift_jis", "euc-jp"],
    letters:
      "のにるたをはしがとてでなりれいさもっすらこかうきくまあけそつおよだんちせわめみどえやろじばべずごぶびーンスルトリアイラクドシレジタフロカテッマメコプサュオグキニチウデパバセエムミハブソネ日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法"
  },
  {
    language: "ko",
    domains: "kr",
    encodings: ["euc-kr"],
    letters:
      "이다는의에을가고한지은로를하기사어자시아인도그스대나리서정해만부일전라수장보여상있구제주니들과게요했으것공세면원오성비국우마조드된안적경선중무러계신미유관야소거문발생년간계교연학용위회체내동진방개화되습실모등월최달크영업명분양단치통할현후물강바심작예당려때터없히임트외감식파산집직차남울"
  }
]
