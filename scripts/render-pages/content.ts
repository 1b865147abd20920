/** The pages of the fixture site: the same content in every framework's hands. */
export interface Block {
  readonly tag: "h2" | "p" | "li" | "pre"
  readonly text: string
}

export interface FixturePage {
  readonly title: string
  readonly blocks: ReadonlyArray<Block>
}

const h2 = (text: string): Block => ({ tag: "h2", text })
const p = (text: string): Block => ({ tag: "p", text })
const li = (text: string): Block => ({ tag: "li", text })

export const fixturePages: ReadonlyArray<FixturePage> = [
  {
    title: "How a river finds its bed",
    blocks: [
      p("A river does not choose its way once and for all. Each flood moves sand from the outer bank of a bend to the inner bank of the next, and the bends wander down the valley by a few metres in a year."),
      p("Where the slope is gentle the bends grow until two of them meet. The water then takes the short cut, and what was the river becomes a lake in the shape of a horseshoe, which fills with reeds over a century."),
      h2("What engineers learned"),
      p("Straightening a river shortens it, so that it runs faster and digs deeper. The water table of the fields beside it falls, and the flood that took three days to pass now takes one."),
      p("Since the nineties many rivers have been given their bends back. The first to return were the kingfishers, who need a steep bank, and then the beavers, who need nobody's permission.")
    ]
  },
  {
    title: "Release notes, version four",
    blocks: [
      p("This version reads settings once, at the start, and says plainly which of them it could not understand. Programs that changed the environment while running have to restart."),
      h2("Changes"),
      li("The scheduler waits in the queue of the host instead of putting work back."),
      li("Answers are stored as they were sent and are no longer encoded a second time."),
      li("A page larger than the limit is refused while it is being read, not after."),
      li("Times are given in seconds since the epoch, with a fraction, everywhere."),
      h2("Thanks"),
      p("To everybody who sent a page that was read badly, with the text as it should have been: there are two hundred of them in the tests now, and each has found another.")
    ]
  },
  {
    title: "Small harbour museum reopens",
    blocks: [
      p("After eleven months of work the museum at the old harbour opens its doors again on Saturday. The roof is new, the model ships have been cleaned, and the lift reaches the attic for the first time."),
      p("The attic holds what visitors never saw: forty years of letters between the harbour master and the owners of the ice boats, who disagreed about everything and missed no chance to say so."),
      p("Admission is free until the end of the month. Guided tours start at ten and at three; groups are asked to write beforehand, because the stairs to the lamp room carry twelve people at most.")
    ]
  },
  {
    title: "Questions about sourdough",
    blocks: [
      h2("Why does mine not rise?"),
      p("Most often because the kitchen is colder than the recipe's. At eighteen degrees a dough needs twice the time that it needs at twenty-four, and the clock in a recipe knows nothing of your kitchen."),
      h2("Can the starter rest in the fridge?"),
      p("For two weeks without any harm, for two months with a grey liquid on top, which is poured off. Feed it twice, a day apart, before it is asked to raise a loaf again."),
      h2("What does the salt do?"),
      p("It slows the yeast, tightens the gluten and tastes of something. A dough without salt rises fast, spreads flat and is eaten by nobody twice.")
    ]
  }
]

/** Stands on every page of the fixture site. */
export const navigation = ["Home", "Archive", "About", "Contact"]
export const foot = "The fixture site. All rights reserved by nobody."
