import { Effect, Layer, Option, Result, Struct } from "effect"
import { Command } from "effect/cli"
import { version } from "../../../core/kernel/version.ts"
import { shownPlace } from "../../../core/settings/browser-place.ts"
import { type MailServerSetting, shownMailServer } from "../../../core/settings/mail-server.ts"
import type { Setting } from "../../../core/settings/setting.ts"
import { Settings, settings } from "../../../core/settings/Settings.ts"
import { Mailer } from "../../../crawling/notify/Mailer.ts"
import { documentsLine, storeLine } from "../../../crawling/stores/inspect-store.ts"
import { Extractor } from "../../../extract/Extractor.ts"
import { hasOfficePeer, officePeer } from "../../../extract/parsers/office/office-peer.ts"
import { dataScope, folderOf, ocrPeer, pdfPeer } from "../../../extract/workers/ocr/ocr-peer.ts"
import { Proxies } from "../../../web/net/proxies/Proxies.ts"
import { findBrowser, type FoundBrowser } from "../../../web/render/browser/find-browser.ts"
import { installBrowser } from "../../../web/render/browser/puppeteer-browser.ts"
import { Renderer } from "../../../web/render/Renderer.ts"
import { switchFlag } from "../flags.ts"
import { failed } from "../output/exit-codes.ts"
import { printReport, warn } from "../output/output.ts"
import { services } from "../run.ts"

const installs = switchFlag("install-browser", "Download puppeteer's Chrome first, for pages that need JavaScript")

export const doctor = Command.make("doctor", { installs }, ({ installs }) =>
  Effect.gen(function*() {
    if (installs) {
      yield* warn("gleaner: downloading Chrome, about 180 MB")
      const file = yield* Effect.mapError(installBrowser(), ({ detail }) => failed(detail))
      yield* warn(`gleaner: ${file} is installed and starts`)
    }
    const values = yield* Settings
    const browser = yield* findBrowser(values)
    const extractor = yield* Extractor
    const keys = values.apiKeys.length === 0
      ? "none configured; `gleaner serve` generates one at each start and prints it (set GLEANER_API_KEYS)"
      : `${values.apiKeys.length} from GLEANER_API_KEYS: ${values.apiKeys.map(({ name }) => name).join(", ")}`
    yield* printReport([
      `gleaner ${version} on Node ${process.version}`,
      `browser    ${browser._tag === "Found" ? startedLine(browser, yield* (yield* Renderer).check) : browser.why}`,
      `keys       ${keys}`,
      `reads      ${extractor.parsers.join(", ")}`,
      ...(hasOfficePeer() ? [] : [`           npm install ${officePeer} adds XLSX, PPTX, EPUB, RTF and older formats`]),
      `ocr        ${ocrLine(yield* extractor.languages, Option.getOrElse(values.ocrLanguages, () => []))}`,
      `store      ${yield* storeLine(values.store, settings.store.show(values.store))}`,
      `documents  ${yield* documentsLine(values.documents, settings.documents.show(values.documents))}`,
      ...yield* proxyLines,
      ...yield* mailLines(values.mailServer),
      "settings"
    ].join("\n"))
    for (const name of Struct.keys(settings)) {
      const setting: Setting<unknown> = settings[name]
      yield* printReport(`  ${setting.variable.padEnd(34)} ${setting.show(values[name])}`)
    }
  })).pipe(
    Command.withDescription("Show the browser, keys, stores and settings in use"),
    Command.provide(Layer.merge(Mailer.layer, Proxies.layer).pipe(Layer.provideMerge(services)))
  )

const ocrLine = (languages: ReadonlyArray<string>, named: ReadonlyArray<string>): string => {
  const missing = named.filter((language) => !languages.includes(language))
  const wanted = missing.length > 0 ? missing : ["eng"]
  const remedy = `npm install ${[ocrPeer, pdfPeer, ...wanted.map((language) => `${dataScope}/${language}`)].join(" ")}`
  if (languages.length === 0) return `off; ${remedy} reads scanned PDF files and images`
  const lines = [
    `reads scanned PDF files and images in ${languages.join(", ")}`,
    ...(missing.length === 0 ? [] : [`${missing.join(", ")} of GLEANER_OCR is NOT installed: ${remedy}`]),
    ...(folderOf(pdfPeer) === undefined
      ? [`npm install ${pdfPeer} adds fax, JBIG2 and JPEG 2000 pictures in PDF files`]
      : [])
  ]
  return lines.join("\n           ")
}

/** Nothing without a list of proxies. */
const proxyLines = Effect.map(
  Effect.flatMap(Proxies, ({ check }) => check),
  (checked) =>
    checked.map(({ fault, name }, at) =>
      `${at === 0 ? "proxies    " : "           "}${name} ${fault === undefined ? "works" : `does NOT work: ${fault}`}`
    )
)

/** Nothing without a mail server. */
const mailLines = (server: Option.Option<MailServerSetting>) =>
  Option.match(server, {
    onNone: () => Effect.succeed([]),
    onSome: (server) =>
      Effect.map(Effect.flatMap(Mailer, ({ check }) => check), (fault) => [
        `mail       ${shownMailServer(server)} ${
          fault === undefined ? "takes mail" : `does NOT take mail: ${fault}. No message of notify arrives by mail.`
        }`
      ])
  })

const startedLine = ({ origin, path }: FoundBrowser, outcome: Result.Result<string, string>) => {
  const place = `${shownPlace(path)} (${origin})`
  const remedy = origin === "elsewhere"
    ? "The page \"Operating\" of the documentation describes the flags and addresses that it needs."
    : "`gleaner doctor --install-browser` downloads one; Debian has chromium-headless-shell."
  return Result.match(outcome, {
    onSuccess: (version) => `${place}, ${version}`,
    onFailure: (why) =>
      `${place} does NOT ${origin === "elsewhere" ? "work" : "start"}: ${why}. No page is rendered. ${remedy}`
  })
}
