import { plainElement } from "../plain-element.ts"
import { asked, tree } from "../tree.ts"

void asked().then((page) => {
  if (document.getElementById("layout") === null) document.body.prepend(tree(plainElement, page))
})
