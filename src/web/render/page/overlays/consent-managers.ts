/** Selectors of the dialogs, banners and backdrops that consent managers and plugins publish in their documentation. */
export const consentManagers: ReadonlyArray<string> = [
  // OneTrust and CookiePro
  "#onetrust-consent-sdk",
  "#onetrust-banner-sdk",
  "#ot-sdk-btn-floating",
  ".onetrust-pc-dark-filter",
  ".optanon-alert-box-wrapper",
  // Cookiebot
  "#CybotCookiebotDialog",
  "#CybotCookiebotDialogBodyUnderlay",
  "#CookiebotWidget",
  "#cookiebanner",
  // Didomi
  "#didomi-host",
  // Usercentrics
  "#usercentrics-root",
  "#usercentrics-cmp-ui",
  "#uc-banner-modal",
  // Quantcast Choice and InMobi
  "#qc-cmp2-container",
  ".qc-cmp-ui-container",
  // TrustArc
  "#truste-consent-track",
  "#consent_blackbar",
  "#trustarc-banner-overlay",
  ".truste_overlay",
  ".truste_box_overlay",
  ".truste_popframe",
  // Sourcepoint
  "[id^='sp_message_container_']",
  ".sp-message-open > .message-container",
  // Google Funding Choices
  ".fc-consent-root",
  ".fc-dialog-overlay",
  // Osano and its free cookieconsent
  ".osano-cm-dialog",
  ".osano-cm-info-dialog",
  ".osano-cm-widget",
  ".cc-window.cc-banner",
  ".cc-window.cc-floating",
  ".cc-revoke",
  // cookieconsent of Orest Bida
  "#cc-main",
  "#cc--main",
  // Klaro
  ".klaro .cookie-notice",
  ".klaro .cookie-modal",
  // Complianz
  "#cmplz-cookiebanner-container",
  ".cmplz-cookiebanner",
  "#cmplz-manage-consent",
  // CookieYes and its earlier plugin
  ".cky-consent-container",
  ".cky-overlay",
  ".cky-modal",
  "#cookie-law-info-bar",
  ".cli-modal-backdrop",
  // iubenda
  "#iubenda-cs-banner",
  ".iubenda-tp-btn",
  // Borlabs
  "#BorlabsCookieBox",
  "#BorlabsCookieWidget",
  // consentmanager
  "#cmpbox",
  "#cmpbox2",
  "#cmpwrapper",
  // Axeptio, tarteaucitron, Termly, CookieFirst, Civic, CookieHub
  "#axeptio_overlay",
  "#tarteaucitronRoot",
  "#termly-code-snippet-support",
  "#cookiefirst-root",
  ".cookiefirst-root",
  "#ccc",
  ".ch2-dialog",
  // Commanders Act, Evidon, Shopify, Cookie Script, Cookie Information, Moove, Real Cookie Banner, Piwik PRO, Ketch
  "#tc-privacy-wrapper",
  "#privacy-overlay",
  "#_evidon_banner",
  "#_evidon-background",
  "#shopify-pc__banner",
  "#cookiescript_injected",
  "#cookiescript_injected_wrapper",
  "#coiOverlay",
  "#coi-banner-wrapper",
  "#moove_gdpr_cookie_info_bar",
  "[id^='rcb-banner']",
  "#ppms_cm_popup_overlay",
  "#ppms_cm_consent_popup",
  "#lanyard_root [aria-modal]",
  // CookieNotice (hu-manity), EU Cookie Compliance (Drupal), Cookie Control, HubSpot, Wix, Squarespace, Webflow (Finsweet)
  "#cookie-notice.cookie-notice-visible",
  "#hu.hu-wrapper",
  "#sliding-popup.sliding-popup-bottom",
  "#sliding-popup.sliding-popup-top",
  "#hs-eu-cookie-confirmation",
  "[data-hook='consent-banner-root']",
  ".sqs-cookie-banner-v2",
  "[fs-cc='banner']",
  // Single large sites
  "ytd-consent-bump-v2-lightbox",
  "#sp-cc"
]
