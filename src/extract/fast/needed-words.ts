/**
 * Words of which a text has one if the pattern matches anywhere in it, in lower case. The empty word is in every text.
 * Only letters and digits count, so that a name has the words before it is normalised too.
 */
export const neededWords = ({ source }: RegExp): ReadonlyArray<string> => new PatternReader(source).alternatives()

/** Reads the syntax that the rules for names use. Of a match, it takes nothing for needed that may be missing. */
class PatternReader {
  private readonly source: string
  private at = 0

  constructor(source: string) {
    this.source = source
  }

  /** The needed words up to the end of the group. */
  alternatives(): ReadonlyArray<string> {
    const words = [this.sequence()]
    while (this.take(/\|/y) !== "") words.push(this.sequence())
    return [...new Set(words.flat())]
  }

  /** Of all that a sequence needs, the rarest words. */
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

  /** What is no letter or digit. Only a group needs words, unless it looks ahead or back. */
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

  /** The pattern is sticky. */
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
