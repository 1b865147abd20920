/** Class lists of a page, split. Elements share most of them. */
export class ClassLists {
  readonly classes = new Set<string>()
  private readonly lists = new Map<string, ReadonlyArray<string>>()
  private readonly isQuirks: boolean

  constructor(isQuirks: boolean) {
    this.isQuirks = isQuirks
  }

  of(list: string): ReadonlyArray<string> {
    const known = this.lists.get(list)
    if (known !== undefined) return known
    const text = this.isQuirks ? list.toLowerCase() : list
    const classes = unusual.test(text) ? text.trim().split(/\s+/, maxClasses) : text.split(" ", maxClasses)
    for (const name of classes) this.classes.add(name)
    this.lists.set(list, classes)
    return classes
  }
}

const unusual = /^ | $| {2}|[^\S ]/

/** Max classes of an element that are read. */
const maxClasses = 400
