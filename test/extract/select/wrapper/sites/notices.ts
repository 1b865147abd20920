import {
  boolean,
  cities,
  date,
  firstNames,
  integer,
  lastNames,
  listOf,
  number,
  object,
  pad,
  page,
  person,
  present,
  prose,
  Random,
  type Site,
  text,
  uri
} from "./Site.ts"

const topics = "Jazz Night,Book Fair,Open Studio,Chess Cup,Garden Walk,Film Lab,Poetry Slam,Code Camp,Wine Tour".split(
  ","
)
const days = "Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday".split(",")
const months = "January,February,March,April,May,June,July,August,September,October,November,December".split(",")
const meses = "enero,febrero,marzo,abril,mayo,junio,julio,agosto,septiembre,octubre,noviembre,diciembre".split(",")

const dayOf = (random: Random) => {
  const [year, month, day] = [random.int(2024, 2027), random.int(1, 12), random.int(1, 28)]
  return { year, month, day, iso: `${year}-${pad(month)}-${pad(day)}` }
}

/** Other events of the same markup around the one of the page. */
const events: Site = {
  name: "events with others beside them (English)",
  schema: object({ title: text, starts: date, venue: text, city: text, price: number, tickets: uri }),
  pageOf: (n) => {
    const random = new Random(`events ${n}`)
    const event = (id: number, tag: string) => {
      const { day, iso, month, year } = dayOf(random)
      const title = `${random.pick(topics)} ${random.pick(cities)}`
      const [venue, city] = [`${random.pick(lastNames)} Hall`, random.pick(cities)]
      const price = random.chance(0.6) ? random.int(5, 80) : undefined
      const tickets = `https://tickets.test/t/${id}`
      return {
        html: `<${tag} class="title">${title}</${tag}><div class="when"><time datetime="${iso}T19:30:00+01:00">${
          days[day % 7]
        }, ${day} ${
          months[month - 1]
        } ${year}, 19:30</time></div><div class="where"><span>${venue}</span>, <span>${city}</span></div>${
          price === undefined ? "" : `<div class="cost">${price}.00 EUR</div>`
        }<a class="buy" href="${tickets}">Tickets</a>`,
        data: present({ title, starts: iso, venue, city, price, tickets })
      }
    }
    const own = event(n, "h1")
    const others = Array.from(
      { length: random.int(0, 3) },
      (_, other) => `<li class="event">${event(1000 + other, "h3").html}</li>`
    ).join("")
    const list = `<div class="upcoming"><h2>More events</h2><ul>${others}</ul></div>`
    const isFirst = random.chance(0.4)
    return {
      url: `https://events.test/event/${n}`,
      page: page(
        "Events",
        `<div id="page">${isFirst ? list : ""}<div class="event full">${own.html}<p>${prose(random, 2)}</p></div>${
          isFirst ? "" : list
        }</div>`
      ),
      data: own.data
    }
  }
}

/** Labels in bold within one paragraph each. */
const eventos: Site = {
  name: "events with labels in bold (Spanish)",
  schema: object({ titulo: text, fecha: date, lugar: text, organiza: text, plazas: integer }),
  pageOf: (n) => {
    const random = new Random(`eventos ${n}`)
    const { day, iso, month, year } = dayOf(random)
    const [title, place] = [`${random.pick(topics)} ${random.int(2, 30)}`, `Sala ${random.pick(lastNames)}`]
    const host = random.chance(0.7) ? person(random) : undefined
    const seats = random.chance(0.6) ? random.int(10, 500) : undefined
    const lines = random.shuffled([
      ["Fecha", `${day} de ${meses[month - 1]} de ${year}`],
      ["Lugar", place],
      ...(host === undefined ? [] : [["Organiza", host]]),
      ...(seats === undefined ? [] : [["Plazas", `${seats} plazas`]])
    ])
    return {
      url: `https://eventos.test/agenda/${n}`,
      page: page(
        title,
        `<div class="cabecera">Agenda cultural</div><div class="contenido"><h2>${title}</h2>${
          lines.map(([label, value]) => `<p><strong>${label}:</strong> ${value}</p>`).join("\n")
        }<p>${prose(random, 2)}</p></div>`
      ),
      data: present({ titulo: title, fecha: iso, lugar: place, organiza: host, plazas: seats })
    }
  }
}

const roles = "Baker,Welder,Data Analyst,Nurse,Teacher,Driver,Editor,Gardener,Carpenter,Accountant".split(",")

/** Items of a list that begin with their label. */
const jobs: Site = {
  name: "jobs with labels in items (English)",
  schema: object({ title: text, company: text, location: text, salary: number, posted: date, remote: boolean }),
  pageOf: (n) => {
    const random = new Random(`jobs ${n}`)
    const [title, company, city] = [random.pick(roles), `${random.pick(lastNames)} & Co`, random.pick(cities)]
    const salary = random.chance(0.6) ? random.int(30, 120) * 1000 : undefined
    const { iso } = dayOf(random)
    const isRemote = random.chance(0.5)
    const others = Array.from(
      { length: random.int(0, 4) },
      () => `<li><a href="/job/${random.int(1, 999)}">${random.pick(roles)}</a> Location: ${random.pick(cities)}</li>`
    ).join("")
    return {
      url: `https://jobs.test/job/${n}`,
      page: page(
        `${title} at ${company}`,
        `<ul class="menu"><li>Jobs</li><li>Companies</li></ul><div class="posting"><h1>${title}</h1><h2>${company}</h2>
<ul class="facts"><li>Location: ${city}</li>${
          salary === undefined ? "" : `<li>Salary: $${salary.toLocaleString("en-US")} a year</li>`
        }<li>Remote: ${isRemote ? "Yes" : "No"}</li><li>Posted on ${iso}</li></ul><p>${prose(random, 3)}</p></div>
<div class="similar"><h3>Similar jobs</h3><ul>${others}</ul></div>`
      ),
      data: present({ title, company, location: city, salary, posted: iso, remote: isRemote })
    }
  }
}

/** A class for each declaration, and none for what an element is. */
const utility: Site = {
  name: "jobs with utility classes (English)",
  schema: object({ position: text, employer: text, team: text, hours: integer, apply: uri }),
  pageOf: (n) => {
    const random = new Random(`utility ${n}`)
    const [position, employer] = [random.pick(roles), `${random.pick(lastNames)} Group`]
    const team = random.chance(0.6) ? random.pick(["Night shift", "Support", "Research", "Field work"]) : undefined
    const hours = random.int(10, 40)
    const fact = (label: string, value: string) =>
      `<div class="flex gap-2 py-1"><span class="text-gray-500 text-sm">${label}</span><span class="text-sm font-medium">${value}</span></div>`
    return {
      url: `https://utility.test/careers/${n}`,
      page: page(
        "Careers",
        `<div class="flex items-center px-4 py-2"><a class="font-bold" href="/">Careers</a></div>${
          random.chance(0.3) ? `<div class="bg-yellow-100 px-4 py-2 text-sm">We moved to a new office</div>` : ""
        }<div class="max-w-4xl mx-auto px-4"><div class="mt-8"><h1 class="text-2xl font-bold">${position}</h1>
<p class="text-gray-500">${employer}</p></div><div class="mt-4 border rounded p-4">${
          team === undefined ? "" : fact("Team", team)
        }${fact("Hours", `${hours} h`)}${fact("Start", "as soon as possible")}</div>
<div class="mt-4"><p class="text-sm">${prose(random, 3)}</p></div>
<a class="mt-4 inline-block px-4 py-2 rounded" href="/careers/${n}/apply">Apply</a></div>`
      ),
      data: present({ position, employer, team, hours, apply: `https://utility.test/careers/${n}/apply` })
    }
  }
}

/** Author, date and comments in one line; the teasers below have the same line. */
const articles: Site = {
  name: "articles with a byline (English)",
  schema: object({
    headline: text,
    author: text,
    published: date,
    comments: integer,
    tags: listOf(text),
    section: text
  }),
  pageOf: (n) => {
    const random = new Random(`articles ${n}`)
    const line = () => {
      const { day, iso, month, year } = dayOf(random)
      const author = person(random)
      const comments = random.int(0, 90)
      return {
        html: `<p class="byline">By ${author} on ${months[month - 1]} ${day}, ${year} | ${comments} comments</p>`,
        author,
        iso,
        comments
      }
    }
    const own = line()
    const headline = `${random.pick(firstNames)} and the ${random.pick(topics)} of ${random.pick(cities)}`
    const tags = random.some(["culture", "music", "travel", "food", "politics", "sports"], random.int(1, 4))
    const section = random.pick(["World", "Local", "Opinion", "Science"])
    const teasers = Array.from(
      { length: random.int(1, 4) },
      () =>
        `<div class="teaser"><h2><a href="/a/${random.int(1, 999)}">${
          random.pick(topics)
        } returns</a></h2>${line().html}</div>`
    )
      .join("")
    return {
      url: `https://articles.test/a/${n}`,
      page: page(
        `${headline} - The Articles`,
        `<div class="top"><a href="/">The Articles</a> <span class="crumb"><a href="/s">${section}</a></span></div>
<article><h1>${headline}</h1>${own.html}<p>${prose(random, 3)}</p><p>${prose(random, 2)}</p><div class="tags">Tags: ${
          tags.map((tag) => `<a href="/t/${tag}">${tag}</a>`).join(", ")
        }</div></article><div class="read-more">${teasers}</div>`,
        `<meta property="article:section" content="${section}">`
      ),
      data: { headline, author: own.author, published: own.iso, comments: own.comments, tags, section }
    }
  }
}

/** Lines of text with bold labels, apart by line breaks. */
const estates: Site = {
  name: "homes with lines of text (German)",
  schema: object({ titel: text, zimmer: number, flaeche: number, baujahr: integer, miete: number, anbieter: text }),
  pageOf: (n) => {
    const random = new Random(`estates ${n}`)
    const city = random.pick(cities)
    const [rooms, area] = [random.int(2, 10) / 2, random.int(30, 160)]
    const built = random.chance(0.6) ? random.int(1900, 2020) : undefined
    const rent = random.int(400, 2400)
    const agent = random.chance(0.7) ? person(random) : undefined
    const title = `Wohnung in ${city}, ${random.pick(lastNames)}straße`
    return {
      url: `https://estates.test/expose/${n}`,
      page: page(
        "Immobilien",
        `<div>Immobilien</div><div><h1>${title}</h1><p><b>Zimmer:</b> ${
          String(rooms).replace(".", ",")
        }<br><b>Wohnfläche:</b> ${area} m²<br>${
          built === undefined ? "" : `<b>Baujahr:</b> ${built}<br>`
        }<b>Kaltmiete:</b> ${rent.toLocaleString("de-DE")} €${
          agent === undefined ? "" : `<br><b>Anbieter:</b> ${agent}`
        }</p><p>${prose(random, 2)}</p></div>`
      ),
      data: present({ titel: title, zimmer: rooms, flaeche: area, baujahr: built, miete: rent, anbieter: agent })
    }
  }
}

export const notices: ReadonlyArray<Site> = [events, eventos, jobs, utility, articles, estates]
