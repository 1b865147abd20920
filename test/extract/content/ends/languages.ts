/** The words of a small article in one language. */
export interface ArticleWords {
  readonly lang: string
  readonly site: string
  readonly menu: ReadonlyArray<string>
  readonly title: string
  readonly byline: string
  readonly paragraphs: ReadonlyArray<string>
  readonly quote: string
  readonly speaker: string
  readonly note: readonly [title: string, text: string]
  readonly address: string
  readonly terms: ReadonlyArray<readonly [term: string, definition: string]>
  readonly columns: readonly [name: string, value: string]
  readonly rows: ReadonlyArray<readonly [name: string, value: string]>
  readonly section: string
  readonly steps: ReadonlyArray<string>
  readonly thanks: string
  /** Parts that a site adds below an article. */
  readonly added: {
    readonly related: string
    readonly titles: ReadonlyArray<string>
    readonly share: string
    readonly newsletter: readonly [title: string, text: string]
    readonly tags: string
    readonly rights: string
  }
}

const english: ArticleWords = {
  lang: "en",
  site: "The Fjord Post",
  menu: ["News", "Sport", "Culture", "Weather"],
  title: "A harbour counts its tides",
  byline: "By Mette Aas, 3 March 2024",
  paragraphs: [
    "The harbour of Ostrand has measured its tides since 1874, when a pilot nailed a painted board to the pier and wrote down what he saw twice a day. His notebooks survive, and the city still compares every storm with them.",
    "Last winter the sea came higher than in any of those notebooks. The council wants to know whether the wall will hold for another thirty years, and it asked three engineers who had never worked in the town before.",
    "They began with the street behind the wall, which sinks by two millimetres a year. Nobody had measured that before, because everyone looked at the water and not at the ground that carries the houses.",
    "The engineers drilled eleven holes and found clay where the old plans show rock. The wall itself is sound, they say, and it could be raised by half a metre without a new foundation.",
    "A decision is expected in the spring. Until then the lower road will be closed whenever the forecast is too high, and the pilots will go on writing down what they see."
  ],
  quote: "Nobody can raise a street with four hundred doors.",
  speaker: "Ida Vik, engineer",
  note: ["Good to know", "The north pier is closed to visitors during a storm, and the bridge is open at all times."],
  address: "Harbour Office, 12 Pier Street, 5012 Ostrand",
  terms: [["Ebb", "The falling tide."], ["Flood", "The rising tide."]],
  columns: ["Pier", "Highest level"],
  rows: [["North pier", "1.42 m"], ["South pier", "1.39 m"], ["Old lock", "1.55 m"]],
  section: "The readings",
  steps: ["Read the board at dawn", "Write the number down", "Compare it with the gauge"],
  thanks: "The notebooks can be seen at the town hall.",
  added: {
    related: "Read also",
    titles: ["Ten storms that shaped the coast", "The last winter of the pilots", "A bridge for the fishermen"],
    share: "Share this article",
    newsletter: ["Our newsletter", "The best of the coast in your mailbox every Friday. Enter your email address."],
    tags: "Tags",
    rights: "© 2024 The Fjord Post. All rights reserved."
  }
}

const german: ArticleWords = {
  lang: "de",
  site: "Der Küstenbote",
  menu: ["Nachrichten", "Sport", "Kultur", "Wetter"],
  title: "Ein Imker zählt seine Völker",
  byline: "Von Jens Harms, 12. Mai 2023",
  paragraphs: [
    "Seit vierzig Jahren stehen die Bienenstöcke von Hinrich Tams hinter dem Deich, und seit vierzig Jahren schreibt er auf, wie viele Völker den Winter überstehen. In diesem Frühjahr waren es so wenige wie noch nie.",
    "Von zweiundzwanzig Völkern leben noch neun. Der Imker hat die Kästen geöffnet, die Waben gezählt und die toten Bienen an ein Labor geschickt, das auf Milben und auf Gifte aus der Landwirtschaft prüft.",
    "Das Ergebnis überraschte ihn nicht. In fast allen Proben fanden sich Milben, in keiner ein verbotenes Gift, und trotzdem glaubt Tams nicht, dass die Milbe allein den Verlust erklären kann.",
    "Auf den Feldern hinter dem Deich wächst seit zehn Jahren fast nur noch Mais. Wo früher Klee und Raps blühten, finden die Bienen von Juli an nichts mehr, und sie gehen hungrig in den Winter.",
    "Im Sommer will der Landkreis einen Blühstreifen anlegen, drei Meter breit und vier Kilometer lang. Tams hat schon ausgerechnet, dass er für seine Bienen reichen würde, wenn er denn wirklich kommt."
  ],
  quote: "Eine Biene fragt nicht, wem das Feld gehört.",
  speaker: "Hinrich Tams, Imker",
  note: ["Hinweis", "Die Kästen dürfen nur mit Schutzkleidung geöffnet werden, am besten an einem warmen Vormittag."],
  address: "Imkerverein Nordmarsch, Deichweg 4, 25899 Niebüll",
  terms: [["Tracht", "Das Angebot an Nektar und Pollen."], ["Zarge", "Ein Kasten des Stocks ohne Boden."]],
  columns: ["Jahr", "Überlebende Völker"],
  rows: [["1994", "21"], ["2010", "17"], ["2023", "9"]],
  section: "Die Zahlen im Vergleich",
  steps: ["Den Deckel langsam abnehmen", "Die Waben einzeln ziehen", "Die Brut zählen"],
  thanks: "Der Verein zeigt seine Stöcke am Sonntag ab zehn Uhr.",
  added: {
    related: "Lesen Sie auch",
    titles: ["Der Deich wird wieder höher", "Warum die Störche früher kommen", "Ein Hof ohne Pflug"],
    share: "Artikel teilen",
    newsletter: ["Unser Newsletter", "Das Beste von der Küste jeden Freitag in Ihrem Postfach. Jetzt anmelden."],
    tags: "Schlagwörter",
    rights: "© 2023 Der Küstenbote. Alle Rechte vorbehalten."
  }
}

const french: ArticleWords = {
  lang: "fr",
  site: "Le Courrier du Plateau",
  menu: ["Actualités", "Sports", "Culture", "Météo"],
  title: "Le moulin qui refuse de s'arrêter",
  byline: "Par Claire Moulins, le 8 octobre 2022",
  paragraphs: [
    "Le moulin de Vernay tourne depuis 1811, et le meunier qui le garde aujourd'hui n'a jamais compté les heures. Il sait seulement que la roue s'arrête deux fois par an, quand la rivière gèle et quand elle manque d'eau.",
    "Cet été, elle est restée immobile pendant soixante-dix jours. La rivière ne portait plus qu'un filet d'eau, et la commune a dû acheter sa farine à une minoterie qui se trouve à cent kilomètres de là.",
    "Le meunier a profité de ce silence pour démonter les meules et les retailler. C'est un travail que son père faisait tous les trois ans, au marteau, et que personne d'autre ne sait faire dans la vallée.",
    "Une ingénieure de l'agence de l'eau est venue mesurer le débit en septembre. Selon elle, il suffirait de relever le seuil de vingt centimètres pour que la roue tourne même pendant un été très sec.",
    "La préfecture doit rendre son avis avant la fin de l'année. En attendant, la pluie est revenue, la roue aussi, et le meunier vend de nouveau sa farine le samedi matin devant la porte."
  ],
  quote: "Une meule qui ne tourne pas apprend à se taire.",
  speaker: "Paul Renard, meunier",
  note: ["Bon à savoir", "Le moulin se visite le samedi matin, et les enfants peuvent y moudre eux-mêmes leur blé."],
  address: "Moulin de Vernay, 3 chemin de la Rivière, 15300 Murat",
  terms: [["Bief", "Le canal qui mène l'eau à la roue."], ["Seuil", "Le petit barrage en amont."]],
  columns: ["Mois", "Jours de marche"],
  rows: [["Juin", "24"], ["Juillet", "3"], ["Septembre", "19"]],
  section: "Les relevés de la saison",
  steps: ["Lever la vanne", "Attendre que la roue prenne", "Verser le grain"],
  thanks: "Les archives du moulin sont à la mairie.",
  added: {
    related: "À lire aussi",
    titles: ["Le pont que la vallée attendait", "Trois hivers sans neige", "La dernière école du plateau"],
    share: "Partager cet article",
    newsletter: ["Notre newsletter", "Le meilleur du plateau chaque vendredi dans votre boîte. Inscrivez-vous."],
    tags: "Étiquettes",
    rights: "© 2022 Le Courrier du Plateau. Tous droits réservés."
  }
}

const russian: ArticleWords = {
  lang: "ru",
  site: "Северный берег",
  menu: ["Новости", "Спорт", "Культура", "Погода"],
  title: "Смотритель, который записывает лёд",
  byline: "Анна Белова, 14 апреля 2021",
  paragraphs: [
    "На мысе Каменном смотритель маяка каждый день записывает толщину льда. Тетради лежат в сухом шкафу с тысяча девятьсот двадцать шестого года, и в них нет ни одного пропущенного дня, кроме трёх дней войны.",
    "Этой зимой лёд стал на двадцать дней позже обычного и сошёл раньше, чем когда-либо. Смотритель перечитал старые записи и понял, что такой зимы на мысе ещё никто из его предшественников не видел.",
    "Учёные из института приехали в марте и переписали все тетради. Они говорят, что ни один прибор в этих местах не даёт такого длинного ряда, и что ошибка в записях меньше двух сантиметров.",
    "Рыбаки судят о льде по-своему. Они больше не ездят через залив на машинах и берут с собой длинные доски, потому что трещины появляются теперь там, где их деды спокойно ставили палатки.",
    "Летом на мысе поставят датчик, который будет передавать толщину льда каждый час. Смотритель не против, но тетрадь обещает вести и дальше, потому что датчику, по его словам, тоже нужен свидетель."
  ],
  quote: "Лёд не спорит, он просто уходит.",
  speaker: "Пётр Зимин, смотритель",
  note: ["Важно", "Выходить на лёд залива после первого апреля запрещено, даже если ночью был сильный мороз."],
  address: "Маяк Каменный, улица Портовая, 7, 184280 Североморск",
  terms: [["Припай", "Лёд, который стоит у берега."], ["Шуга", "Рыхлый лёд на воде."]],
  columns: ["Год", "Толщина льда"],
  rows: [["1926", "94 см"], ["1975", "81 см"], ["2021", "47 см"]],
  section: "Записи по годам",
  steps: ["Просверлить лунку", "Опустить рейку до воды", "Записать толщину"],
  thanks: "Тетради показывают в музее по субботам.",
  added: {
    related: "Читайте также",
    titles: ["Последний паром через залив", "Как город переждал шторм", "Школа на краю посёлка"],
    share: "Поделиться",
    newsletter: ["Наша рассылка", "Лучшее за неделю каждую пятницу. Подпишитесь на рассылку."],
    tags: "Метки",
    rights: "© 2021 Северный берег. Все права защищены."
  }
}

const japanese: ArticleWords = {
  lang: "ja",
  site: "みなと新聞",
  menu: ["ニュース", "スポーツ", "文化", "天気"],
  title: "潮を数える港町の記録",
  byline: "佐藤 明子、2020年6月2日",
  paragraphs: [
    "この港町では、百五十年前から毎日二回、潮の高さが記録されてきた。最初に書き始めたのは一人の水先案内人で、桟橋に打ち付けた白い板の目盛りを、夜明けと夕暮れに読み取ってはノートに書き写していた。",
    "去年の冬、海はそのどのノートにもない高さまで上がった。町はこの先三十年のあいだ堤防が持ちこたえるかどうかを知りたいと考え、これまで町で働いたことのない三人の技術者に調査を頼んだ。",
    "技術者たちはまず、堤防の裏にある通りを調べた。通りは毎年二ミリずつ沈んでいたが、誰もが海のほうばかり見ていたため、家々を支える地面の高さを測った人はそれまで一人もいなかった。",
    "十一か所に穴を掘ると、古い図面では岩とされていた場所から粘土が出てきた。それでも堤防そのものはしっかりしていて、新しい土台がなくても、あと五十センチは高くできるという。",
    "結論は春に出る見込みだ。それまでは、予報が高いたびに低い道路は閉鎖される。水先案内人たちはこれからも、自分の目で見たものを毎日ノートに書き続けるつもりだと話している。"
  ],
  quote: "四百の玄関がある通りを、誰も持ち上げることはできない。",
  speaker: "技術者 伊藤 綾",
  note: ["ご注意", "嵐のあいだ北の桟橋には入れませんが、橋はいつでも渡ることができます。"],
  address: "港湾事務所 〒739-0588 みなと町桟橋通り12番地",
  terms: [["引き潮", "海面が下がっていく潮。"], ["満ち潮", "海面が上がっていく潮。"]],
  columns: ["桟橋", "最高の高さ"],
  rows: [["北の桟橋", "1.42 メートル"], ["南の桟橋", "1.39 メートル"], ["古い水門", "1.55 メートル"]],
  section: "これまでの記録",
  steps: ["夜明けに目盛りを読む", "数字をノートに書く", "計器の値と比べる"],
  thanks: "ノートは町役場で見ることができる。",
  added: {
    related: "関連記事",
    titles: ["海岸を変えた十の嵐", "水先案内人の最後の冬", "漁師たちのための橋"],
    share: "記事をシェア",
    newsletter: ["メルマガ", "毎週金曜日に海辺の話題をお届けします。会員登録はこちら。"],
    tags: "タグ",
    rights: "© 2020 みなと新聞. All rights reserved."
  }
}

export const languages: ReadonlyArray<ArticleWords> = [english, german, french, russian, japanese]
