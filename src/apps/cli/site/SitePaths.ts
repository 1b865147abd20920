import { canonical } from "../../../core/domain/WebUrl.ts"
import { FreePaths } from "../output/FreePaths.ts"

/** Paths of files that are made of pages, by URL. A URL keeps its path. */
export class SitePaths {
  private readonly paths = new Map<string, string>()
  private readonly free = new FreePaths()

  /** The path of the file of a URL, relative to the folder, with slashes: the wanted one, if it is free. */
  claim(url: URL, wanted: string): string {
    const known = this.paths.get(canonical(url))
    if (known !== undefined) return known
    const made = this.free.claim([wanted], url.href)
    this.paths.set(canonical(url), made)
    return made
  }

  /** Another URL of the same file, such as one that redirects to it. */
  alias(url: URL, target: URL): void {
    const known = this.paths.get(canonical(target))
    if (known !== undefined && !this.paths.has(canonical(url))) this.paths.set(canonical(url), known)
  }

  get(url: URL): string | undefined {
    return this.paths.get(canonical(url))
  }
}
