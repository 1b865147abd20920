/** A recipe, and the words of its page in one language. */
export interface Recipe {
  readonly language: string
  readonly name: string
  readonly ingredients: ReadonlyArray<string>
  readonly steps: ReadonlyArray<string>
  readonly words: {
    readonly ingredients: string
    readonly steps: string
    readonly notes: string
    readonly nutrition: string
    readonly print: string
  }
}

export const recipes: ReadonlyArray<Recipe> = [
  {
    language: "en",
    name: "Lemon barley soup",
    ingredients: [
      "1 cup pearl barley",
      "2 tablespoons olive oil",
      "3 stalks celery, sliced",
      "½ lemon",
      "Salt to taste"
    ],
    steps: [
      "Rinse the barley and leave it in cold water for an hour.",
      "Warm the oil in a large pot and soften the celery for eight minutes.",
      "Add the barley with two litres of water, and simmer until it is tender. Squeeze in the lemon."
    ],
    words: { ingredients: "Ingredients", steps: "Instructions", notes: "Notes", nutrition: "Nutrition", print: "Print" }
  },
  {
    language: "de",
    name: "Linseneintopf mit Spätzle",
    ingredients: [
      "250 g Tellerlinsen",
      "1 Bund Suppengrün",
      "2 EL Öl",
      "1,5 l Gemüsebrühe",
      "400 g Spätzle",
      "etwas Essig"
    ],
    steps: [
      "Die Linsen waschen und über Nacht einweichen.",
      "Das Suppengrün putzen, würfeln und im Öl anschwitzen.",
      "Linsen und Brühe zugeben und 40 Minuten köcheln lassen.",
      "Mit Essig abschmecken und mit den Spätzle servieren."
    ],
    words: { ingredients: "Zutaten", steps: "Zubereitung", notes: "Notizen", nutrition: "Nährwerte", print: "Drucken" }
  },
  {
    language: "es",
    name: "Crema de calabaza asada",
    ingredients: [
      "1 calabaza mediana",
      "2 cebollas",
      "500 ml de caldo de verduras",
      "100 ml de nata",
      "Sal y pimienta"
    ],
    steps: [
      "Corta la calabaza por la mitad y ásala durante cuarenta minutos.",
      "Sofríe la cebolla a fuego lento hasta que esté transparente.",
      "Tritura la calabaza con la cebolla y el caldo, añade la nata y sirve."
    ],
    words: {
      ingredients: "Ingredientes",
      steps: "Preparación",
      notes: "Notas",
      nutrition: "Valores nutricionales",
      print: "Imprimir"
    }
  },
  {
    language: "ja",
    name: "かぼちゃの煮物",
    ingredients: ["かぼちゃ 1/4個", "しょうゆ 大さじ2", "砂糖 大さじ1", "みりん 大さじ2", "水 200ml"],
    steps: [
      "かぼちゃを一口大に切る。",
      "鍋に調味料と水を入れて火にかける。",
      "かぼちゃを入れ、落としぶたをして十五分煮る。"
    ],
    words: { ingredients: "材料", steps: "作り方", notes: "コツ・ポイント", nutrition: "栄養成分", print: "印刷" }
  }
]

const each = (texts: ReadonlyArray<string>, wrap: (text: string, index: number) => string): string =>
  texts.map(wrap).join("")

/** Amount, unit and name, in spans of their own as most plugins have them. */
const inSpans = (text: string, name: string): string => {
  const [amount = "", ...rest] = text.split(" ")
  return rest.length === 0
    ? `<span class="${name}-name">${text}</span>`
    : `<span class="${name}-amount">${amount}</span> <span class="${name}-name">${rest.join(" ")}</span>`
}

/** The markup of a recipe's lists, as public plugins and themes write it. */
export const layouts: Readonly<Record<string, (recipe: Recipe) => string>> = {
  "WP Recipe Maker": ({ ingredients, name, steps, words }) =>
    `<div id="recipe"></div><div id="wprm-recipe-container-54" class="wprm-recipe-container"><div class="wprm-recipe wprm-recipe-template-basic">` +
    `<h2 class="wprm-recipe-name wprm-block-text-bold">${name}</h2><a href="/print" class="wprm-recipe-print">${words.print}</a>` +
    `<div class="wprm-recipe-ingredients-container wprm-recipe-54-ingredients-container wprm-block-text-normal" data-recipe="54">` +
    `<h3 class="wprm-recipe-header wprm-recipe-ingredients-header">${words.ingredients}</h3><div class="wprm-recipe-ingredient-group"><ul class="wprm-recipe-ingredients">` +
    each(
      ingredients,
      (text) =>
        `<li class="wprm-recipe-ingredient" style="list-style-type: none;"><span class="wprm-checkbox-container"><input type="checkbox"><label>▢ </label></span>${
          inSpans(text, "wprm-recipe-ingredient")
        }</li>`
    ) +
    `</ul></div></div><div class="wprm-recipe-instructions-container wprm-block-text-normal"><h3 class="wprm-recipe-header wprm-recipe-instructions-header">${words.steps}</h3>` +
    `<div class="wprm-recipe-instruction-group"><ul class="wprm-recipe-instructions">` +
    each(
      steps,
      (text) =>
        `<li class="wprm-recipe-instruction" style="list-style-type: decimal;"><div class="wprm-recipe-instruction-text"><span>${text}</span></div></li>`
    ) +
    `</ul></div></div><div class="wprm-recipe-notes-container"><h3 class="wprm-recipe-header">${words.notes}</h3><div class="wprm-recipe-notes">Keeps for three days.</div></div>` +
    `<h3 class="wprm-recipe-nutrition-header">${words.nutrition}</h3><div class="wprm-nutrition-label-container"><span>Calories: 210 kcal</span></div></div></div>`,
  "Tasty Recipes": ({ ingredients, name, steps, words }) =>
    `<div id="tasty-recipes-9" class="tasty-recipes tasty-recipes-9"><header><h2 class="tasty-recipes-title">${name}</h2></header>` +
    `<div class="tasty-recipe-ingredients"><div class="tasty-recipes-ingredients"><div class="tasty-recipes-ingredients-header"><h3>${words.ingredients}</h3>` +
    `<div class="tasty-recipes-units-scale-container"><button>1x</button><button>2x</button></div></div><div data-tasty-recipes-customization="body-color.color"><ul>` +
    each(ingredients, (text) => `<li data-tr-ingredient-checkbox="">${text}</li>`) +
    `</ul></div></div></div><div class="tasty-recipes-instructions"><div class="tasty-recipes-instructions-header"><h3>${words.steps}</h3></div><div><ol>` +
    each(steps, (text, index) => `<li id="instruction-step-${index + 1}">${text}</li>`) +
    `</ol></div></div><div class="tasty-recipes-notes"><h3>${words.notes}</h3><p>Keeps for three days.</p></div></div>`,
  "Mediavite Create": ({ ingredients, name, steps, words }) =>
    `<section id="mv-creation-12" class="mv-create-card mv-recipe-card mv-create-has-image"><h2 class="mv-create-title mv-create-title-primary">${name}</h2>` +
    `<div class="mv-create-hands-free"></div><div class="mv-create-ingredients"><h3 class="mv-create-ingredients-title mv-create-title-secondary">${words.ingredients}</h3><ul>` +
    each(ingredients, (text) => `<li>\n${text} </li>`) +
    `</ul></div><div class="mv-create-instructions mv-create-instructions-slot-v2"><h3 class="mv-create-instructions-title mv-create-title-secondary">${words.steps}</h3><ol>` +
    each(steps, (text, index) => `<li id="mv_create_12_${index + 1}">${text}</li>`) +
    `</ol></div><div class="mv-create-notes"><h3>${words.notes}</h3><p>Keeps for three days.</p></div><div class="mv-create-nutrition"><h6>${words.nutrition}</h6>Amount per serving</div></section>`,
  "EasyRecipe": ({ ingredients, name, steps, words }) =>
    `<div class="easyrecipe" id="easyrecipe-7-0"><div class="ERSName">${name}</div><div class="ERSIngredients"><div class="ERSIngredientsHeader ERSHeading">${words.ingredients}</div><ul>` +
    each(ingredients, (text) => `<li class="ingredient">${text}</li>`) +
    `</ul><div class="ERSClear"></div></div><div class="ERSInstructions"><div class="ERSInstructionsHeader ERSHeading">${words.steps}</div><div class="instructions"><ol>` +
    each(steps, (text) => `<li class="instruction">${text}</li>`) +
    `</ol><div class="ERSClear"></div></div></div><div class="ERSNotes">Keeps for three days.</div></div>`,
  "ZipList": ({ ingredients, name, steps, words }) =>
    `<div id="zlrecipe-container-3" class="zlrecipe-container-border"><div id="zlrecipe-title" class="b-b h-1 strong">${name}</div>` +
    `<p id="zlrecipe-ingredients" class="h-4 strong">${words.ingredients}</p><ul id="zlrecipe-ingredients-list">` +
    each(ingredients, (text, index) => `<li id="zlrecipe-ingredient-${index}" class="ingredient">${text}</li>`) +
    `</ul><p id="zlrecipe-instructions" class="h-4 strong">${words.steps}</p><ol id="zlrecipe-instructions-list" class="instructions">` +
    each(steps, (text, index) => `<li id="zlrecipe-instruction-${index}" class="instruction">${text}</li>`) +
    `</ol></div>`,
  "WP Ultimate Recipe": ({ ingredients, name, steps, words }) =>
    `<div class="wpurp-container" id="wpurp-container-recipe-8"><span class="wpurp-recipe-title wpurp-title">${name}</span>` +
    `<div class="wpurp-recipe-ingredients"><div class="wpurp-recipe-ingredients-header">${words.ingredients}</div><ul class="wpurp-recipe-ingredient-container"><li class="wpurp-recipe-ingredient-group-container"><ul>` +
    each(
      ingredients,
      (text) =>
        `<li class="wpurp-recipe-ingredient"><span class="wpurp-box">${
          inSpans(text, "wpurp-recipe-ingredient")
        }</span></li>`
    ) +
    `</ul></li></ul></div><div class="wpurp-recipe-instructions"><div class="wpurp-recipe-instructions-header">${words.steps}</div><ol class="wpurp-recipe-instruction-container">` +
    each(
      steps,
      (text) => `<li class="wpurp-recipe-instruction"><span class="wpurp-recipe-instruction-text">${text}</span></li>`
    ) +
    `</ol></div></div>`,
  "Recipe Card Blocks": ({ ingredients, name, steps, words }) =>
    `<div class="wp-block-wpzoom-recipe-card-block-recipe-card is-style-default"><h2 class="recipe-card-title">${name}</h2>` +
    `<div class="recipe-card-ingredients"><h3 class="ingredients-title">${words.ingredients}</h3><ul class="ingredients-list layout-1-column">` +
    each(
      ingredients,
      (text) =>
        `<li class="ingredient-item"><span class="tick-circle"></span><p class="ingredient-item-name is-strikethrough-active">${text}</p></li>`
    ) +
    `</ul></div><div class="recipe-card-directions"><h3 class="directions-title">${words.steps}</h3><ul class="directions-list">` +
    each(steps, (text) => `<li class="direction-step">${text}</li>`) + `</ul></div></div>`,
  "Cooked": ({ ingredients, name, steps, words }) =>
    `<div class="cooked-recipe-info cooked-clearfix">${name}</div><div class="cooked-fsm"><div class="cooked-recipe-ingredients">` +
    each(
      ingredients,
      (text) =>
        `<div class="cooked-single-ingredient cooked-ingredient"><span class="cooked-ingredient-checkbox">&nbsp;</span> ${
          inSpans(text, "cooked-ing")
        }</div>`
    ) +
    `</div><div class="cooked-recipe-directions">` +
    each(
      steps,
      (text, index) =>
        `<div class="cooked-single-direction cooked-direction"><div class="cooked-dir-content"><span class="cooked-direction-number">${
          index + 1
        }</span><p>${text}</p></div></div>`
    ) +
    `</div></div><h3>${words.nutrition}</h3><p>210 kcal</p>`,
  "Delicious Recipes": ({ ingredients, name, steps, words }) =>
    `<div class="dr-summary-holder" id="dr-recipe-meta-main-5"><h2 class="dr-post-title">${name}</h2></div>` +
    `<div class="dr-ingredients-list"><div class="dr-ingrd-title-wrap"><h3 class="dr-title">${words.ingredients}</h3><div class="dr-ingredients-scale" data-serving-value="4"><label>Servings</label></div></div><ul class="dr-unordered-list">` +
    each(ingredients, (text) => `<li><input type="checkbox"><label><span>${text}</span></label></li>`) +
    `</ul></div><div class="dr-instructions"><div class="dr-instrc-title-wrap"><h3 class="dr-title">${words.steps}</h3></div><ol class="dr-ordered-list">` +
    each(steps, (text) => `<li><div class="dr-instruction">${text}</div></li>`) +
    `</ol></div><div class="dr-note"><h3 class="dr-title">${words.notes}</h3><p>Keeps for three days.</p></div>`,
  "Jetpack": ({ ingredients, name, steps, words }) =>
    `<div class="hrecipe h-recipe jetpack-recipe" id="recipe"><h3 class="p-name jetpack-recipe-title fn">${name}</h3><div class="jetpack-recipe-content">` +
    `<div class="jetpack-recipe-ingredients"><h4 class="jetpack-recipe-ingredients-title">${words.ingredients}</h4><ul>` +
    each(ingredients, (text) => `<li class="jetpack-recipe-ingredient p-ingredient ingredient">${text}</li>`) +
    `</ul></div><div class="jetpack-recipe-directions e-instructions"><h4 class="jetpack-recipe-directions-title">${words.steps}</h4><ol>` +
    each(steps, (text) => `<li class="jetpack-recipe-directions">${text}</li>`) + `</ol></div></div></div>`,
  "hRecipe": ({ ingredients, name, steps, words }) =>
    `<div class="hrecipe"><h2 class="fn">${name}</h2><h4>${words.ingredients}</h4><ul>` +
    each(ingredients, (text) => `<li class="ingredient">${text}</li>`) +
    `</ul><h4>${words.steps}</h4><div class="instructions">${each(steps, (text) => `<p>${text}</p>`)}</div></div>`,
  "headings and lists": ({ ingredients, steps, words }) =>
    `<h2>${words.ingredients}</h2><ul>${each(ingredients, (text) => `<li>${text}</li>`)}</ul>` +
    `<h2>${words.steps}</h2><ol>${
      each(steps, (text) => `<li>${text}</li>`)
    }</ol><h2>${words.notes}</h2><p>Keeps for three days.</p>`,
  "bold lines and paragraphs": ({ ingredients, steps, words }) =>
    `<p><strong>${words.ingredients}:</strong></p>${each(ingredients, (text) => `<p>${text}</p>`)}` +
    `<p><strong>${words.steps}:</strong></p>${
      each(steps, (text) => `<p>${text}</p>`)
    }<p><strong>${words.notes}</strong></p><p>Keeps for three days.</p>`,
  "lines with breaks": ({ ingredients, steps, words }) =>
    `<p><b>${words.ingredients}</b></p><p>${ingredients.join("<br>\n")}</p><p><b>${words.steps}</b></p>${
      each(steps, (text) => `<p>${text}</p>`)
    }`,
  "a table of amounts": ({ ingredients, steps, words }) =>
    `<div class="columns"><div class="left"><h3>${words.ingredients}</h3><table><tbody>${
      each(ingredients, (text) => {
        const [amount = "", ...rest] = text.split(" ")
        return `<tr><td>${amount}</td><td>${rest.join(" ")}</td></tr>`
      })
    }</tbody></table></div><div class="right"><h3>${words.steps}</h3>${
      each(steps, (text, index) => `<div><h4>${index + 1}.</h4><p>${text}</p></div>`)
    }</div></div>`
}

/** The page of a blog around the lists of a recipe, without any declared data. */
export const pageOfRecipe = (recipe: Recipe, lists: string): string =>
  `<!doctype html><html lang=${recipe.language}><head><title>${recipe.name} | Harbour Kitchen</title></head><body>` +
  `<nav><ul><li><a href=/>Home</a></li><li><a href=/soups>Soups</a></li><li><a href=/about>About</a></li></ul></nav>` +
  `<main><article class="post type-post category-soup"><h1>${recipe.name}</h1><p class=byline>By Mairi Sinclair</p>` +
  `<p>This is the dish that we cook when the boats are late and the kitchen is cold, and it is never twice the same.</p>` +
  `<p>Serve it with bread from the day before, and leave some for the morning, as it gets better overnight.</p>` +
  `<div class="entry-content">${lists}</div></article></main>` +
  `<aside><h2>More</h2><ul><li><a href=/a>1 pot noodles</a></li><li><a href=/b>2 minute sauce</a></li></ul></aside>` +
  `<section id=comments class=comments><h2>Comments</h2><ol><li>Lovely, I used 2 lemons.</li></ol></section>` +
  `<footer><p>Harbour Kitchen</p></footer></body></html>`
