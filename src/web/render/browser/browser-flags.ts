/** The first is `navigator.language`. */
export const languages = "en-US,en"

/** CSS pixels. */
export const defaultViewport = { width: 1280, height: 1024 }

/** For the headless shell and for Chrome. Without them, WebRTC sends packets past the proxy. */
export const webRtcFlags = ["--force-webrtc-ip-handling-policy", "--webrtc-ip-handling-policy"]
  .map((name) => `${name}=disable_non_proxied_udp`)

/**
 * The flags for Chromium besides puppeteer's defaults. Two lines of defence guard the network: every context has its
 * own proxy, which nothing bypasses (not even loopback), and only that proxy can resolve names.
 */
export const browserFlags = (
  options: { readonly userAgent: string; readonly isRoot: boolean; readonly isForPictures?: boolean }
): ReadonlyArray<string> => [
  // Chromium refuses to start its sandbox as root. For everyone else the sandbox stays on.
  ...(options.isRoot ? ["--no-sandbox"] : []),
  `--user-agent=${options.userAgent}`,
  // The locale of this machine may be no language tag (`en-US@posix`), which makes scripts of pages fail.
  `--accept-lang=${languages}`,
  // No network for the default context: port 9 (discard) of loopback is closed.
  "--proxy-server=http://127.0.0.1:9",
  "--proxy-bypass-list=<-loopback>",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--dns-prefetch-disable",
  "--no-pings",
  "--disable-quic",
  ...webRtcFlags,
  "--disable-extensions",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-notifications",
  "--deny-permission-prompts",
  "--disable-speech-api",
  "--disable-file-system",
  "--mute-audio",
  "--disable-gpu",
  // In a picture, an animated image shows its first frame.
  ...(options.isForPictures === true
    ? ["--blink-settings=imageAnimationPolicy=2", "--hide-scrollbars", "--force-color-profile=srgb"]
    : ["--disable-remote-fonts", "--blink-settings=imagesEnabled=false"]),
  // One renderer process for each context. Another one for each site in a page would cost 75 MiB each.
  "--disable-site-isolation-trials",
  "--js-flags=--max-old-space-size=512",
  "--disable-features="
  + [
    // The address bar of each window would load two pages of the browser's own. They cost twice as much as the page.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "PreloadTopChromeWebUI",
    "IsolateOrigins",
    "site-per-process",
    "DnsOverHttps",
    "AsyncDns",
    "PreconnectToSearch",
    "Prerender2",
    "SpeculationRulesPrefetchProxy",
    "NetworkPrediction",
    "InterestFeedContentSuggestions",
    "DownloadBubble",
    "BackForwardCache",
    // These outlive a page, and would meet the next page of its context.
    "SharedWorkerExtendedLifetime",
    "FetchLaterAPI",
    "WebBluetooth",
    "WebUSB",
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater"
  ].join(",")
]

/** Default flags of puppeteer that allow pop-ups without a click, and floods of messages to the browser. */
export const unwantedFlags: ReadonlyArray<string> = ["--disable-popup-blocking", "--disable-ipc-flooding-protection"]
