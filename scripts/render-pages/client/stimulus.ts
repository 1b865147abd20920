import { Application, Controller } from "@hotwired/stimulus"
import { plainElement } from "../plain-element.ts"
import { asked, tree } from "../tree.ts"

class PageController extends Controller {
  override connect(): void {
    void asked().then((page) => this.element.replaceChildren(tree(plainElement, page)))
  }
}

Application.start().register("page", PageController)
