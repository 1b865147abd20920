import { dressed } from "./articles.ts"

const products = [
  ["Brass barometer", "89.00", "Reads the pressure to the nearest millibar and looks well on any wall."],
  ["Oilskin jacket", "145.50", "Keeps out rain and spray for a whole watch, with a collar that closes."],
  ["Signal lamp", "62.25", "A hand lamp with a shutter, bright enough to be read two miles off."],
  ["Rope, 30 metres", "24.90", "Three-strand, pre-stretched, soft in the hand and slow to fray."],
  ["Chart of the cape", "12.00", "Printed on paper that stands getting wet, with the depths of last year."]
] as const

const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]+/g, "-").replace(/-$/, "")

export const shop = dressed(
  "Shop",
  `<meta property="og:type" content="website">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Brass barometer","offers":{"@type":"Offer","price":"89.00","priceCurrency":"GBP"}}</script>`,
  `<h1>For the boat and the house</h1><div class="product-grid">${
    products.map(([name, price, text], index) =>
      `<div class="product-card"><a href="/shop/${
        slug(name)
      }"><img src="/img/${index}.jpg" alt="${name}" width="300" height="300"></a>
<h2><a href="/shop/${slug(name)}">${name}</a></h2><p class="desc">${text}</p><span class="price">£${price}</span></div>`
    ).join("\n")
  }</div>`
)

export const productPages: ReadonlyArray<readonly [path: string, html: string]> = products.map((
  [name, price, text]
) => [
  `/shop/${slug(name)}`,
  dressed(
    name,
    `<meta property="og:type" content="product">`,
    `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">${name}</h1><p itemprop="description">${text} Made by hand in small numbers; we ship within two days.</p>
<p>Price: <span itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="${price}">£${price}</span></span></p></div>`
  )
])

export const forum = dressed(
  "Which knot for a mooring line?",
  "",
  `<h1>Which knot for a mooring line?</h1>${
    [
      [
        "salty",
        "I have always used a bowline, but last week it shook loose in the night. What do you use, and how do you keep it from working itself free?"
      ],
      [
        "anna_m",
        "A round turn and two half hitches. It can be untied under load, which a bowline cannot, and it takes the chafe on two turns of rope."
      ],
      [
        "old_tar",
        "Either will do if you leave a long tail and seize it with twine. The rope matters more than the knot: new nylon is slippery for a month."
      ]
    ].map(([user, text]) =>
      `<div class="post"><div class="user-panel"><a href="/user/${user}">${user}</a></div><div class="post-body"><p>${text}</p></div></div>`
    ).join("\n")
  }`
)

/** Only a root element and a script, which adds the content. */
export const scripted =
  `<!DOCTYPE html><html lang="en"><head><title>Live tides</title></head><body><div id="root"></div>
<noscript>You need to enable JavaScript to run this app.</noscript>
<script>
document.getElementById("root").innerHTML = "<main><h1>Live tides</h1>" + ["The water at the cape is rising and will reach its height in the evening.", "The pilots report a moderate swell from the west, easing towards midnight."]
  .map(function (text) { return "<p>" + text + "</p>" }).join("") + "<p><a href='/articles/tide'>How tides are predicted</a></p></main>"
</script></body></html>`

export const rss =
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>The Harbour Gazette</title><link>/</link><description>News from the harbour</description><language>en</language>
<item><title>The last keeper of Cape Wrath</title><link>/articles/lighthouse</link><pubDate>Fri, 14 Mar 2025 08:30:00 GMT</pubDate><description>One family kept the lamp for ninety years.</description></item>
<item><title>How tides are predicted</title><link>/articles/tide</link><pubDate>Fri, 02 May 2025 06:00:00 GMT</pubDate><description>&lt;p&gt;With pulleys and wire.&lt;/p&gt;</description></item></channel></rss>`
