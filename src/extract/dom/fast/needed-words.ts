// Content takes 1.18 times the CPU if NameBits tries every pattern.

/**
 * Words, in lower case, of which a text has at least one if the pattern matches anywhere in it. The empty word is in
 * every text. Only letters and digits count, so a name contains the words before it is normalised too.
 */
export const neededWords = ({ source }: RegExp): ReadonlyArray<string> => new PatternReader(source).alternatives()

/** Reads the regular expression syntax of the rules for names. Optional parts count as absent. */
class PatternReader {
  private readonly source: string
  private at = 0

  constructor(source: string) {
    this.source = source
  }

  /** Needed words up to the end of the group. */
  alternatives(): ReadonlyArray<string> {
    const words = [this.sequence()]
    while (this.take(/\|/y) !== "") words.push(this.sequence())
    return [...new Set(words.flat())]
  }

  /** Rarest needed words of a sequence. */
  private sequence(): ReadonlyArray<string> {
    let best = nothing
    let run = ""
    const endRun = () => {
      best = rarer(best, [run])
      run = ""
    }
    while (this.at < this.source.length && !/[|)]/.test(this.source.charAt(this.at))) {
      const letter = this.take(/[a-z\d]/iy).toLowerCase()
      const words = letter === "" ? this.other() : nothing
      const times = this.take(/(?:[?*+]|\{[\d,]*\})\??/y)
      const isOptional = times !== "" && !times.startsWith("+")
      if (!isOptional) run += letter
      if (letter === "" || times !== "") endRun()
      if (!isOptional) best = rarer(best, words)
    }
    endRun()
    return best
  }

  /** Reads anything but a letter or digit. Only a group needs words, unless it is a lookahead or lookbehind. */
  private other(): ReadonlyArray<string> {
    const isLook = this.take(/\(\?<?[=!]/y) !== ""
    if (isLook || this.take(/\((?:\?:)?/y) !== "") {
      const words = this.alternatives()
      this.take(/\)/y)
      return isLook ? nothing : words
    }
    this.take(/\[(?:\\[^]|[^\]\\])*\]|\\[^]|[^]/y)
    return nothing
  }

  /** Consumes a match of a sticky pattern. */
  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const [taken = ""] = pattern.exec(this.source) ?? []
    this.at += taken.length
    return taken
  }
}

const nothing: ReadonlyArray<string> = [""]

/** Longer words are rarer, and so are fewer of them. */
const rarer = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => {
  const longer = shortest(others) - shortest(some)
  return longer > 0 || longer === 0 && others.length < some.length ? others : some
}

const shortest = (words: ReadonlyArray<string>): number => Math.min(...words.map(({ length }) => length))
