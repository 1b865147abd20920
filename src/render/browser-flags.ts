/**
 * What Chromium is started with beside puppeteer's standard flags. Two lines of defence at the network: every context has its
 * own proxy and nothing bypasses it (loopback neither), and names cannot be resolved at all but by that proxy.
 */
export const browserFlags = (
  options: { readonly userAgent: string; readonly isRoot: boolean }
): ReadonlyArray<string> => [
  // Chromium refuses to start its sandbox as root; for everyone else it stays on.
  ...(options.isRoot ? ["--no-sandbox"] : []),
  `--user-agent=${options.userAgent}`,
  // The default context has no way out: port 9 (discard) of loopback, through which nothing answers.
  "--proxy-server=http://127.0.0.1:9",
  "--proxy-bypass-list=<-loopback>",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--dns-prefetch-disable",
  "--no-pings",
  "--disable-quic",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-extensions",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-notifications",
  "--deny-permission-prompts",
  "--disable-speech-api",
  "--disable-file-system",
  "--mute-audio",
  "--disable-gpu",
  "--disable-remote-fonts",
  "--blink-settings=imagesEnabled=false",
  // A renderer a context is isolation enough; one a site within a page costs 75 MiB each.
  "--disable-site-isolation-trials",
  "--js-flags=--max-old-space-size=512",
  "--disable-features="
  + [
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
    "WebBluetooth",
    "WebUSB",
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater"
  ].join(",")
]

/** Of puppeteer's standard flags those that let a page do more than it may: pop-ups unasked, floods of messages to the browser. */
export const unwantedFlags: ReadonlyArray<string> = ["--disable-popup-blocking", "--disable-ipc-flooding-protection"]
