import type { Concept } from "./concepts.ts"

/**
 * Names of properties by concept, besides the concept itself and the names of schema.org: English, then other languages
 * (German, French, Spanish, Portuguese, Italian, Dutch, Polish, Swedish, Turkish, Russian, Japanese, Chinese, Korean).
 * Case, accents, spaces, hyphens and underscores do not count.
 */
const rows: Readonly<Partial<Record<Concept, string>>> = {
  name: "full name, product name, item name, event name, recipe name, company name, display name, label, " +
    "bezeichnung, produktname, nom, nombre, nome, naam, nazwa, namn, isim, ad, имя, название, 名前, 商品名, 名称, 品名, 이름, 상품명",
  title:
    "headline, heading, page title, job title, product title, article title, post title, book title, question, subject, " +
    "titel, ueberschrift, überschrift, titre, titulo, titolo, tytul, rubrik, baslik, заголовок, タイトル, 题目, 标题, 標題, 제목",
  subtitle: "sub title, subheading, untertitel, sous titre, subtitulo, sottotitolo, подзаголовок",
  description:
    "summary, abstract, excerpt, intro, teaser, snippet, short description, product description, overview, " +
    "beschreibung, zusammenfassung, resume, descripcion, descricao, resumo, descrizione, riassunto, beschrijving, " +
    "samenvatting, opis, beskrivning, aciklama, описание, 説明, 概要, 描述, 简介, 설명",
  text: "body, content, article body, article text, full text, body text, review text, comment, " +
    "inhalt, contenu, texte, contenido, texto, conteudo, testo, inhoud, tekst, tresc, innehall, metin, текст, 本文, 正文, 内容, 본문",
  url:
    "link, href, page url, product url, item url, article url, canonical url, permalink, website, web site, homepage, " +
    "webseite, lien, enlace, collegamento, ссылка, リンク, 链接, 連結, 링크",
  image: "images, image url, image urls, picture, pictures, photo, photos, photo url, main image, thumbnail, " +
    "thumbnail url, cover, cover image, bild, bilder, foto, fotos, imagen, imagenes, imagem, immagine, immagini, " +
    "afbeelding, zdjecie, resim, изображение, картинка, 画像, 图片, 圖片, 이미지",
  logo: "logo url",
  price:
    "current price, sale price, unit price, price value, price amount, amount, cost, final price, regular price, " +
    "preis, verkaufspreis, prix, tarif, precio, importe, preco, prezzo, prijs, cena, pris, fiyat, цена, стоимость, " +
    "価格, 値段, 价格, 價格, 售价, 가격",
  low_price: "min price, lowest price, price from, price min",
  high_price: "max price, highest price, price to, price max",
  currency:
    "price currency, currency code, waehrung, währung, devise, monnaie, moneda, moeda, valuta, waluta, para birimi, " +
    "валюта, 通貨, 货币, 貨幣, 통화",
  availability:
    "stock, stock status, availability status, verfuegbarkeit, verfügbarkeit, disponibilite, disponibilidad, " +
    "disponibilidade, disponibilita, beschikbaarheid, dostepnosc, наличие, 在庫, 库存, 재고",
  in_stock:
    "is available, available, is in stock, auf lager, verfuegbar, verfügbar, en stock, disponible, disponivel, disponibile",
  condition: "item condition, zustand, etat, estado, condizione, stan, состояние, 状態",
  offers: "offer, angebote, angebot, offres, ofertas, offerte, предложения",
  seller: "vendor, merchant, shop, store, retailer, seller name, verkaeufer, verkäufer, haendler, händler, vendeur, " +
    "vendedor, venditore, verkoper, sprzedawca, продавец, 販売者, 卖家, 판매자",
  brand: "brand name, make, marke, marque, marca, merk, marka, marke name, märke, бренд, марка, ブランド, 品牌, 브랜드",
  manufacturer:
    "maker, producer, hersteller, fabricant, fabricante, produttore, fabrikant, producent, tillverkare, uretici, " +
    "производитель, メーカー, 制造商, 제조사",
  sku:
    "article number, item number, product code, stock keeping unit, artikelnummer, artikel nr, reference, referencia, " +
    "codice articolo, артикул, 品番, 货号",
  product_id: "item id, product identifier",
  mpn: "manufacturer part number, part number, model number",
  gtin: "ean, ean13, upc, barcode, gtin13, gtin12, gtin8, gtin14",
  isbn: "isbn13, isbn10",
  color: "colour, farbe, couleur, cor, colore, kleur, kolor, färg, renk, цвет, 色, 颜色, 색상",
  size:
    "groesse, größe, taille, tamano, talla, tamanho, taglia, maat, rozmiar, storlek, beden, размер, サイズ, 尺寸, 사이즈",
  weight: "gewicht, poids, peso, waga, vikt, agirlik, вес, 重量, 무게",
  material: "materials, materiau, materiale, materiaal, malzeme, материал, 素材, 材质, 소재",
  category:
    "categories, section, topic, department, product type, kategorie, rubrik name, categorie, categoria, kategoria, " +
    "kategori, категория, カテゴリー, 类别, 分类, 카테고리",
  rating:
    "stars, score, star rating, average rating, rating value, review score, review rating, bewertung, note, evaluation, " +
    "calificacion, puntuacion, valoracion, avaliacao, valutazione, voto, beoordeling, ocena, betyg, puan, рейтинг, оценка, " +
    "評価, 评分, 評分, 평점",
  best_rating: "max rating, rating scale",
  review_count: "reviews count, number of reviews, num reviews, total reviews, reviews total, anzahl bewertungen, " +
    "nombre d avis, numero de opiniones, numero recensioni, количество отзывов, レビュー数, 评论数, 리뷰 수",
  rating_count: "number of ratings, num ratings, total ratings, votes, vote count",
  reviews: "bewertungen, rezensionen, avis, opiniones, resenas, avaliacoes, recensioni, recensies, opinie, отзывы, " +
    "レビュー, 评论, 리뷰",
  comment_count: "comments count, number of comments, num comments",
  author:
    "authors, author name, byline, writer, written by, creator, artist, autor, autoren, verfasser, auteur, autore, " +
    "författare, yazar, автор, 著者, 作者, 저자",
  publisher:
    "publisher name, site name, source name, publication, verlag, herausgeber, editeur, editorial, editora, editore, " +
    "uitgever, wydawca, förlag, yayinci, издатель, издательство, 出版社, 발행인",
  date: "datum, fecha, data evento, tarih, дата, 日付, 日期, 날짜",
  date_published:
    "published, published at, published date, publish date, publication date, published on, pub date, posted, " +
    "posted at, posted date, date posted, post date, release date, created, created at, upload date, " +
    "veroeffentlicht, veröffentlicht am, erscheinungsdatum, date de publication, fecha de publicacion, " +
    "data de publicacao, data di pubblicazione, publicatiedatum, data publikacji, дата публикации, 公開日, 発売日, " +
    "发布日期, 出版日期, 게시일",
  date_modified:
    "modified, modified at, updated, updated at, last updated, last modified, update date, aktualisiert, " +
    "mis a jour, actualizado, atualizado, aggiornato, bijgewerkt, обновлено, 更新日, 更新日期, 수정일",
  start_date:
    "start, start time, starts at, begins, begin date, event date, event start, startdatum, beginn, date de debut, " +
    "fecha de inicio, data de inicio, data di inizio, дата начала, 開始日, 开始日期, 시작일",
  end_date:
    "end, end time, ends at, event end, enddatum, ende, date de fin, fecha de fin, data de fim, data di fine, " +
    "дата окончания, 終了日, 结束日期, 종료일",
  valid_through: "deadline, closing date, application deadline, expires, expires at, expiry date, bewerbungsschluss, " +
    "date limite, fecha limite, prazo, scadenza",
  language: "lang, sprache, langue, idioma, lingua, taal, jezyk, språk, dil, язык, 言語, 语言, 언어",
  keywords:
    "tags, tag, topics, labels, schlagworte, schlagwoerter, stichworte, mots cles, palabras clave, etiquetas, " +
    "palavras chave, parole chiave, trefwoorden, slowa kluczowe, nyckelord, ключевые слова, теги, タグ, 关键词, 标签, 태그",
  word_count: "words, number of words",
  location:
    "place, venue, venue name, where, ort, veranstaltungsort, standort, lieu, lugar, ubicacion, local, luogo, " +
    "locatie, miejsce, plats, konum, место, 場所, 地点, 장소",
  address: "adresse, direccion, endereco, indirizzo, adres, adress, адрес, 住所, 地址, 주소",
  street: "street address, address line, strasse, straße, rue, calle, rua, via, straat, ulica, gata, улица",
  city: "town, locality, stadt, ville, ciudad, cidade, citta, stad, miasto, sehir, город, 市区町村, 城市, 도시",
  region: "state, province, bundesland, estado provincia, provincia, regione, регион, область, 都道府県, 省",
  postal_code:
    "zip, zip code, postcode, plz, postleitzahl, code postal, codigo postal, cep, cap, kod pocztowy, postnummer, " +
    "индекс, 郵便番号, 邮编, 우편번호",
  country: "country code, land, pays, pais, paese, kraj, ulke, страна, 国, 国家, 국가",
  latitude: "lat, breitengrad, latitud, широта, 緯度, 纬度",
  longitude: "lng, lon, long, laengengrad, längengrad, longitud, долгота, 経度, 经度",
  phone:
    "telephone, phone number, tel, telefon, telefonnummer, telefono, telefone, telefoon, numero de telephone, телефон, " +
    "電話番号, 电话, 전화번호",
  email: "email address, e mail, mail, courriel, correo, correo electronico, почта, メール, 邮箱, 이메일",
  opening_hours: "hours, business hours, oeffnungszeiten, öffnungszeiten, horaires, horario, orari, openingstijden, " +
    "часы работы, 営業時間, 营业时间, 영업시간",
  organizer:
    "organiser, host, hosted by, veranstalter, organisateur, organizador, organizzatore, организатор, 主催者, 主办方",
  performer: "performers, artists, band, kuenstler, künstler, artiste, artista, исполнитель, 出演者",
  company:
    "employer, hiring organization, organization, organisation, firma, unternehmen, arbeitgeber, entreprise, societe, " +
    "empresa, azienda, bedrijf, företag, sirket, компания, работодатель, 会社, 公司, 회사",
  salary:
    "pay, wage, compensation, gehalt, lohn, salaire, salario, stipendio, salaris, wynagrodzenie, lön, maas, зарплата, " +
    "給与, 薪资, 급여",
  salary_min: "min salary, minimum salary, salary from",
  salary_max: "max salary, maximum salary, salary to",
  employment_type: "job type, contract type, beschaeftigungsart, anstellungsart, type de contrat, tipo de contrato, " +
    "tipo di contratto, тип занятости, 雇用形態",
  job_title: "position, role, occupation, berufsbezeichnung, poste, puesto, cargo, должность, 職種, 职位",
  ingredients:
    "recipe ingredients, ingredient list, zutaten, ingredientes, ingredienti, ingrediënten, skladniki, ingredienser, " +
    "malzemeler, ингредиенты, 材料, 配料, 재료",
  instructions:
    "steps, directions, method, preparation, recipe instructions, zubereitung, anleitung, etapes, instrucciones, " +
    "preparacion, modo de preparo, procedimento, preparazione, bereiding, przygotowanie, tillagning, приготовление, " +
    "作り方, 手順, 步骤, 做法, 조리법",
  servings:
    "serves, portions, yield, recipe yield, portionen, portions number, raciones, porciones, porcoes, porzioni, porcje, " +
    "порции, 人分, 份量",
  prep_time: "preparation time, vorbereitungszeit, temps de preparation, tiempo de preparacion, tempo de preparo, " +
    "tempo di preparazione, время подготовки",
  cook_time: "cooking time, kochzeit, temps de cuisson, tiempo de coccion, tempo di cottura, время приготовления",
  total_time: "ready in, gesamtzeit, temps total, tiempo total, tempo total, tempo totale, общее время",
  calories: "kcal, kalorien, calorias, calorie, калории, カロリー, 热量",
  cuisine: "kueche, küche, cuisine type, cocina, cozinha, cucina, кухня",
  duration: "length, runtime, running time, dauer, duree, duracion, duracao, durata, duur, длительность, 時間, 时长",
  genre: "genres, genere, genero, gatunek, жанр, ジャンル, 类型, 장르",
  director: "directed by, regie, regisseur, realisateur, realizador, regista, режиссёр, 監督, 导演, 감독",
  actors: "cast, starring, schauspieler, acteurs, actores, atores, attori, актёры, 出演, 演员, 출연",
  pages:
    "page count, number of pages, num pages, seiten, seitenzahl, nombre de pages, paginas, pagine, liczba stron, " +
    "страниц, ページ数, 页数, 쪽수",
  views:
    "view count, number of views, aufrufe, vues, vistas, visualizacoes, visualizzazioni, просмотры, 再生回数, 播放量",
  video: "video url",
  version: "software version, release",
  operating_system: "os, platform, betriebssystem",
  license: "licence, lizenz, licencia, licenca, licenza, лицензия",
  first_name: "given name, vorname, prenom, nombre de pila",
  last_name: "family name, surname, nachname, nom de famille, apellido, cognome, фамилия",
  birth_date: "date of birth, born, birthday, geburtsdatum, date de naissance, fecha de nacimiento, data di nascita"
}

/** A name without case, accents and separators. */
export const foldedName = (name: string): string =>
  plain.test(name)
    ? name.toLowerCase()
    : name.normalize("NFKD").replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase()

/** Most names have nothing to fold but their case. */
const plain = /^[a-zA-Z\d]*$/

export const nameRows = rows
