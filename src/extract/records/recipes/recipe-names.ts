/** Classes and headings of the lists of a recipe, in the markup of plugins and in many languages. */

/** Classes, ids and properties of a list of ingredients or of one of them. */
export const ingredientNames = /ingredient|ingr(?:é|e)dient|zutat(?:en)?(?:$|[\s_-])|ingredi[eë]nt/i
/** The same of steps. */
export const stepNames =
  /(?:^|[\s_-])(?:recipe[_-]?)?(?:instructions?|directions?|method|zubereitung)(?:$|[\s_-])|recipe-?(?:instruction|direction|method|step)|(?:instruction|direction)s?[_-]?(?:list|container|group|item|text|wrap|section|block|content)|recipeInstructions|(?:ERS|tasty-recipes-|mv-create-|wprm-recipe-|dr-|zlrecipe-|cooked-)(?:instructions|directions)/i
/** Parts of such a list besides its entries. */
export const besideEntries =
  /(?:^|[\s_-])(?:title|heading|header|toggle|button|image|photo|video|link|jump|print|scal|serving|convert|unit-?system|tooltip|sr-only|screen-reader|note-?box|equipment|nutrition|rating|social|share|ad(?:s|vert\w*)?)(?:$|[\s_-])/i

/** A heading as it is compared: letters and single spaces, without accents, apostrophes and case. */
export const headingKey = (text: string): string =>
  text.normalize("NFKD").replace(/[\u0300-\u036F]/g, "").normalize("NFC").toLowerCase().replace(/['’]/g, "").replace(
    /ł/g,
    "l"
  ).replace(/ø/g, "o")
    .replace(/æ/g, "ae").replace(/ı/g, "i").replace(/\s*[(（].*$/, "").replace(/[^\p{L}]+/gu, " ").trim()

const words = (list: string): ReadonlySet<string> => new Set(list.split(", ").map(headingKey))

/** Headings above ingredients, in any case and without accents. */
export const ingredientHeadings = words(
  "ingredients, ingredient, ingredient list, ingredients list, recipe ingredients, the ingredients, you will need, youll need, what youll need, what you need, what you will need, shopping list, ingredients needed, " +
    "zutaten, zutatenliste, die zutaten, ihr braucht, du brauchst, das brauchst du, was du brauchst, man nehme, " +
    "ingredientes, los ingredientes, lista de ingredientes, ingrediente, " +
    "ingredients necessaires, les ingredients, la liste des ingredients, " +
    "ingredienti, gli ingredienti, ingredienten, dit heb je nodig, benodigdheden, boodschappenlijstje, " +
    "skladniki, lista skladnikow, ingredienser, ingrediensliste, aineet, ainekset, suroviny, ingrediencie, hozzavalok, sastojci, sestavine, " +
    "malzemeler, icindekiler, υλικα, ингредиенты, состав, продукты, нам понадобится, понадобится, інгредієнти, складники, съставки, необходими продукти, " +
    "材料, 配料, 食材, 用料, 主料, 재료, מצרכים, רכיבים, המצרכים, المقادير, المكونات, مقادیر, مواد لازم, مواد لازم برای, सामग्री, วัตถุดิบ, ส่วนผสม, nguyen lieu, bahan, bahan bahan"
)
/** Headings above steps. */
export const stepHeadings = words(
  "instructions, instruction, directions, direction, method, methods, steps, preparation, preparation steps, how to make it, how to make, cooking instructions, recipe instructions, procedure, the method, cooking method, preparation method, step by step, making it, lets make it, " +
    "zubereitung, die zubereitung, anleitung, so gehts, so wirds gemacht, zubereitungsschritte, arbeitsschritte, " +
    "preparacion, elaboracion, instrucciones, pasos, modo de preparo, modo de preparacao, preparo, modo de fazer, preparacao, paso a paso, como se hace, elaboracion paso a paso, como hacer, procedimiento, " +
    "preparation de la recette, etapes, les etapes, realisation, instructions de preparation, recette, deroulement, " +
    "preparazione, procedimento, istruzioni, come si fa, bereiding, bereidingswijze, werkwijze, zo maak je het, aan de slag, instructies, " +
    "przygotowanie, sposob przygotowania, wykonanie, instrukcje, gor sa har, tillagning, fremgangsmate, fremgangsmade, sadan gor du, slik gjor du, valmistus, valmistusohje, ohje, ohjeet, postup, postup pripravy, elkeszites, priprema, priprava, " +
    "yapilisi, hazirlanisi, tarifi, nasil yapilir, εκτελεση, οδηγιες, приготовление, способ приготовления, пошаговый рецепт, как готовить, рецепт приготовления, инструкция, приготування, спосіб приготування, начин на приготвяне, приготвяне, " +
    "作り方, 作法, 做法, 步骤, 步驟, 製作步驟, 制作步骤, 手順, 조리법, 조리순서, 만드는 법, 만드는법, 만들기, אופן ההכנה, הוראות הכנה, הכנה, طريقة التحضير, طريقة العمل, طريقه العمل, التحضير, طرز تهیه, دستور پخت, روش تهیه, विधि, बनाने की विधि, วิธีทำ, cach lam, cara membuat, langkah langkah"
)
/** Headings above other parts, which end a list. */
export const otherHeadings = words(
  "notes, note, recipe notes, nutrition, nutrition facts, nutrition information, nutritional information, equipment, tips, tip, recipe tips, video, comments, storage, substitutions, variations, faq, did you make this recipe, related recipes, you may also like, tags, share, print, rate this recipe, categories, serving, to serve, " +
    "notizen, tipp, tipps, hinweise, nahrwerte, kommentare, notas, consejos, valores nutricionales, dicas, notes de recette, conseils, astuces, note sulla ricetta, consigli, tips en weetjes, wskazowki, примечания, советы, 小贴士, 贴士, ポイント, コツ ポイント"
)

/** An amount in an ingredient. */
export const amounts =
  /[\d½¼¾⅓⅔⅛⅜⅝⅞]|^(?:an?|one|two|three|four|half|some|pinch|dash|handful|eine?|une?|un|uno|una|prise|etwas|een)\s|[一二三四五六七八九十半]\s?[個个匙勺杯片本枚碗]|適量|适量|少许|少々|조금|약간|по вкусу/iu

/** An amount with its unit, without what it is of. */
export const onlyAmount =
  /^(?:ca\.?\s*)?[\d½¼¾⅓⅔⅛⅜⅝⅞][\d½¼¾⅓⅔⅛⅜⅝⅞.,/ \u2013-]*\s?(?:k?g|gr|grams?|gramm|m?l|[cd]l|l|lit(?:er|re)s?|t(?:sp|bsp)s?\.?|cups?|oz|lbs?|ounces?|pounds?|pinch(?:es)?|cloves?|cans?|[et]l|prisen?|pck\.?|pkg\.?|stk\.?|stück|bund|becher|btl\.?|dosen?|zehen?|c\. ?à ?[sc]\.?|cuill?\.?|cdas?\.?|cdtas?\.?|tazas?|xícaras?|г|кг|мл|л|шт\.?|ст\. ?л\.?|ч\. ?л\.?)?$/iu
