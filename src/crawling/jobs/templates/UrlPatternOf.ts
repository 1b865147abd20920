/** The narrowest pattern of the form of `include` that matches some URLs. `*` stands for any characters. */
export class UrlPatternOf {
  private scheme: string
  private readonly host: string
  private segments: Array<string>
  /** URLs may go on after the segments. */
  private isOpen: boolean

  constructor(url: string) {
    const { host, pathname, protocol, search } = new URL(url)
    this.scheme = protocol
    this.host = host
    this.segments = pathname.split("/").slice(1)
    this.isOpen = search !== ""
  }

  add(url: string): void {
    const { pathname, protocol, search } = new URL(url)
    if (protocol !== this.scheme) this.scheme = "*:"
    const others = pathname.split("/").slice(1)
    if (search !== "" || others.length !== this.segments.length) this.isOpen = true
    this.segments.length = Math.min(this.segments.length, others.length)
    for (const [at, segment] of this.segments.entries()) if (segment !== others[at]) this.segments[at] = "*"
  }

  get text(): string {
    const path = this.segments.join("/")
    return `${this.scheme}//${this.host}/${path}${this.isOpen && !path.endsWith("*") ? "*" : ""}`
  }
}
