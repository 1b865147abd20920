import { Alpine } from "alpinejs"
import { fixturePages, foot, navigation } from "../content.ts"
import { asked } from "../tree.ts"

Alpine.data("site", () => ({
  page: undefined as typeof fixturePages[number] | undefined,
  navigation,
  foot,
  init() {
    void asked().then((page) => (this.page = fixturePages[page]))
  }
}))
Alpine.start()
