import { LitElement, nothing } from "lit"
import { litPage } from "../lit-page.ts"
import { asked } from "../tree.ts"

/** In an open shadow root, as Lit does by itself. */
class SitePage extends LitElement {
  private shown = -1

  override connectedCallback(): void {
    super.connectedCallback()
    void asked().then((page) => {
      this.shown = page
      this.requestUpdate()
    })
  }

  override render() {
    return this.shown < 0 ? nothing : litPage(this.shown)
  }
}

customElements.define("site-page", SitePage)
