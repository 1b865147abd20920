import m from "mithril"
import { asked, tree } from "../tree.ts"

/** Its router reads the page from the fragment: `#!/2`. */
const root = document.getElementById("app")
if (root !== null && root.childElementCount === 0) {
  const data = asked()
  m.route(root, `/${document.documentElement.dataset["page"]}`, {
    "/:page": {
      onmatch: () => data,
      render: ({ attrs }: { readonly attrs: { readonly page: string } }) => tree(m as never, Number(attrs.page))
    }
  })
}
