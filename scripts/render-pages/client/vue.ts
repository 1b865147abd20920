import { createApp, createSSRApp, h, onMounted, ref } from "vue"
import { asked, tree } from "../tree.ts"

const page = Number(document.documentElement.dataset["page"])
const app = (ready: boolean) => ({
  setup: () => {
    const shown = ref(ready)
    onMounted(() => void asked().then(() => (shown.value = true)))
    return () => shown.value ? tree(h as never, page) : h("div", { class: "spinner" })
  }
})

const root = document.getElementById("app")
if (root !== null) (root.childElementCount > 0 ? createSSRApp(app(true)) : createApp(app(false))).mount(root)
