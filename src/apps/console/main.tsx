import { render } from "preact"
import { App } from "./shell/App.tsx"
import { followTheme } from "./styles/theme.ts"

followTheme()
const place = document.getElementById("console")
if (place !== null) render(<App />, place)
