import { Option } from "effect"
import * as os from "node:os"
import { type AnnouncedProxy, announcedProxy, browserPlace } from "./browser-place.ts"
import { bytes, int, mebibyte, optional } from "./kinds.ts"
import { modelEndpoint, type ModelEndpointSetting } from "./model-endpoint.ts"
import { ocrLanguages } from "./ocr-languages.ts"
import { setting } from "./setting.ts"

/** Rendering and extraction of pages. */
export const readingSettings = {
  browser: setting(
    "GLEANER_BROWSER",
    "Path of a Chromium or Chrome, or URL of the DevTools of one that runs elsewhere (`http://host:port`, `ws://...`); `package` uses the one of `@sparticuz/chromium`; `off` disables rendering.",
    optional(browserPlace, "(detected)"),
    { default: Option.none<string>(), example: "/usr/bin/chromium" }
  ),
  browserProxy: setting(
    "GLEANER_BROWSER_PROXY",
    "Address at which a browser elsewhere reaches the proxy of this node, as `host` or `host:port`. The proxy then listens on all addresses, at this port or any free one.",
    optional(announcedProxy, "(the address of this node towards the browser)"),
    { default: Option.none<AnnouncedProxy>(), example: "gleaner:8081" }
  ),
  renderConcurrency: setting("GLEANER_RENDER_CONCURRENCY", "Maximum pages rendered at the same time.", int(1, 64), {
    default: 2,
    example: "4",
    limit: "render_concurrency"
  }),
  ocrLanguages: setting(
    "GLEANER_OCR",
    "Languages of scanned pages and images, as Tesseract names them, joined by `+`. Each needs its package, such as `@tesseract.js-data/eng`. Each further language takes time.",
    optional(ocrLanguages, "(those installed)"),
    { default: Option.none<ReadonlyArray<string>>(), example: "eng+deu" }
  ),
  model: setting(
    "GLEANER_MODEL",
    "Language model that reads the pages of a wrapper without examples, and values of a schema that a page does not declare: the base URL of an endpoint with OpenAI's chat completions, a space, and the name of the model; with a key, a space and the file that contains it. The endpoint may have a private address. Texts of pages are sent to it.",
    optional(modelEndpoint, "(none)"),
    { default: Option.none<ModelEndpointSetting>(), example: "http://localhost:11434/v1 qwen3:8b" }
  ),
  workers: setting(
    "GLEANER_WORKERS",
    "Number of processes that extract pages. 0 extracts in the main process, without a memory limit and without a timeout.",
    int(0, 256),
    { default: os.availableParallelism(), shown: "(one per CPU core)", example: "4", limit: "workers" }
  ),
  workerMemory: setting(
    "GLEANER_WORKER_MEMORY",
    "Maximum heap of each extraction process. A page that needs more fails, and the process is replaced.",
    bytes(1),
    { default: 512 * mebibyte, example: "1 GiB", limit: "worker_memory_bytes" }
  )
} as const
