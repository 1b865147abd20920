/** turndown over trees of nodes `N`, which have the part of the DOM that it uses. */
declare module "turndown" {
  /** turndown makes a copy of its input, and folds the white space below `firstChild` of the copy. */
  export interface TurndownInput<N> {
    readonly nodeName: string
    readonly nodeType: number
    readonly firstChild: N | null
    readonly childNodes: ReadonlyArray<N>
    cloneNode(): TurndownInput<N>
  }

  export default class TurndownService<N> {
    constructor(options: { readonly blankReplacement: () => string })
    /** Called for the text of each text node outside of code, in document order. */
    escape: (text: string) => string
    addRule(key: string, rule: {
      readonly filter: (node: N) => boolean
      readonly replacement: (content: string, node: N) => string
    }): this
    turndown(root: TurndownInput<N>): string
  }
}
