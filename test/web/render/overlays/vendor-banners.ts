/** A page with an overlay, as its body has it. `css` also locks or blurs the page where the vendor's script does. */
export interface Banner {
  readonly css: string
  readonly html: string
  /** Attributes of body. */
  readonly body?: string
}

const bar = "position:fixed;left:0;right:0;bottom:0;z-index:2147483645;background:#222;color:#fff;padding:24px"
const box = "position:fixed;left:20%;top:20%;width:60%;height:60%;z-index:2147483646;background:#eee"
const dim = "position:fixed;inset:0;z-index:2147483640;background:rgba(0,0,0,.6)"
const buttons = "<button>Accept All</button> <button>Reject All</button>"
const text = "<p>We use cookies and similar technologies to improve your experience on this site.</p>"

/** Elements with the ids and classes that the consent managers give them. */
export const vendorBanners: Readonly<Record<string, Banner>> = {
  onetrust: {
    css: `#onetrust-banner-sdk{${bar}} .onetrust-pc-dark-filter{${dim}} body{overflow:hidden}`,
    html:
      `<div id="onetrust-consent-sdk" data-nosnippet="true"><div class="onetrust-pc-dark-filter ot-fade-in"></div><div id="onetrust-banner-sdk" class="otFlat bottom" role="dialog" aria-label="Privacy"><div class="ot-sdk-container"><div id="onetrust-policy">${text}</div><div id="onetrust-button-group"><button id="onetrust-pc-btn-handler">Cookies Settings</button><button id="onetrust-accept-btn-handler">Accept All Cookies</button></div></div></div></div>`
  },
  cookiebot: {
    css: `#CybotCookiebotDialog{${box}} #CybotCookiebotDialogBodyUnderlay{${dim}}`,
    html:
      `<div id="CybotCookiebotDialogBodyUnderlay"></div><div id="CybotCookiebotDialog" name="CybotCookiebotDialog" role="dialog" data-template="popup"><div class="CybotCookiebotDialogBodyContent"><h2>This website uses cookies</h2>${text}</div><div id="CybotCookiebotDialogBodyButtons">${buttons}</div></div>`
  },
  didomi: {
    css: `.didomi-popup-container{${box}} .didomi-popup-backdrop{${dim}} .didomi-popup-open{overflow:hidden!important}`,
    body: `class="didomi-popup-open"`,
    html:
      `<div id="didomi-host" data-nosnippet="true"><div class="didomi-popup-backdrop didomi-notice-popup"></div><div id="didomi-popup" class="didomi-popup-container" role="dialog">${text}<button id="didomi-notice-agree-button">Agree and close</button></div></div>`
  },
  usercentrics: {
    css: "",
    html:
      `<div id="usercentrics-root"><template shadowrootmode="open"><style>.w{${box}}.o{${dim}}</style><div class="o"></div><div class="w" role="dialog">${text}<button data-testid="uc-accept-all-button">Alle akzeptieren</button></div></template></div>`
  },
  quantcast: {
    css: `.qc-cmp-cleanslate{${dim}} #qc-cmp2-ui{${box}}`,
    html:
      `<div class="qc-cmp2-container" id="qc-cmp2-container" data-nosnippet=""><div class="qc-cmp-cleanslate css-14ecjxf"></div><div id="qc-cmp2-ui" role="dialog">${text}<button mode="primary">AGREE</button></div></div>`
  },
  trustarc: {
    css: `#truste-consent-track{${bar}} .truste_overlay{${dim}} .truste_popframe{${box};border:0}`,
    html:
      `<div class="truste_overlay" id="pop-div123"></div><div id="truste-consent-track"><div id="truste-consent-content">${text}<button id="truste-consent-button">Agree and Proceed</button></div></div>`
  },
  trustarcFrame: {
    css: `.truste_box_overlay{${box}} .truste_overlay{${dim}} iframe{width:100%;height:100%;border:0}`,
    html:
      `<div class="truste_overlay"></div><div class="truste_box_overlay"><iframe class="truste_popframe" title="TrustArc Cookie Consent Manager" src="about:blank#consent-pref.trustarc.com"></iframe></div>`
  },
  sourcepoint: {
    css:
      `#sp_message_container_123456{${dim}} #sp_message_iframe_123456{${box};border:0} html.sp-message-open body{overflow:hidden;position:fixed;width:100%}`,
    html:
      `<script>document.documentElement.classList.add("sp-message-open")</script><div id="sp_message_container_123456"><iframe id="sp_message_iframe_123456" title="SP Consent Message" srcdoc="<p>We value your privacy</p><button>Accept</button>"></iframe></div>`
  },
  fundingChoices: {
    css: `.fc-dialog-overlay{${dim}} .fc-dialog-container{${box}}`,
    html:
      `<div class="fc-consent-root"><div class="fc-dialog-overlay"></div><div class="fc-dialog-container"><div class="fc-dialog fc-choice-dialog" role="dialog" aria-label="Tides asks for your consent to use your personal data"><h1>Tides asks for your consent</h1>${text}<button class="fc-button fc-cta-consent" aria-label="Consent">Consent</button></div></div></div>`
  },
  osano: {
    css: `.osano-cm-dialog{${bar}}`,
    html:
      `<div class="osano-cm-window" dir="ltr"><div role="dialog" class="osano-cm-dialog osano-cm-dialog--type_bar">${text}<button class="osano-cm-accept-all">Accept</button></div></div>`
  },
  cookieconsent: {
    css: `.cc-window{${bar}} .cc-revoke{position:fixed;bottom:0;right:0;padding:12px;background:#000}`,
    html:
      `<div role="dialog" aria-live="polite" aria-label="cookieconsent" class="cc-window cc-banner cc-type-info cc-theme-block cc-bottom"><span id="cookieconsent:desc" class="cc-message">This website uses cookies.</span><div class="cc-compliance"><a role="button" class="cc-btn cc-dismiss">Got it!</a></div></div>`
  },
  vanillaCookieConsent: {
    css: `#cc-main .cm{${box}}`,
    html:
      `<div id="cc-main"><div class="cm-wrapper cc--anim"><div class="cm cm--box" role="dialog" aria-modal="true"><div class="cm__body">${text}${buttons}</div></div></div></div>`
  },
  klaro: {
    css: `.klaro .cookie-notice{${box}}`,
    html:
      `<div id="klaro"><div lang="de" class="klaro"><div role="dialog" aria-describedby="id-cookie-notice" class="cookie-notice"><div class="cn-body"><p id="id-cookie-notice">Hallo! Könnten wir bitte einige zusätzliche Dienste aktivieren?</p><button class="cm-btn cm-btn-success" type="button">Das ist ok</button></div></div></div></div>`
  },
  complianz: {
    css: `.cmplz-cookiebanner{${box}}`,
    html:
      `<div id="cmplz-cookiebanner-container"><div class="cmplz-cookiebanner cmplz-hidden banner-1 optin cmplz-bottom-right" role="dialog"><div class="cmplz-title">Beheer toestemming</div>${text}<button class="cmplz-btn cmplz-accept">Accepteren</button></div></div>`
  },
  cookieYes: {
    css: `.cky-consent-container{${bar}} .cky-overlay{${dim}} .cky-btn-revisit-wrapper{display:none}`,
    html:
      `<div class="cky-overlay"></div><div class="cky-consent-container cky-classic-bottom" tabindex="0" aria-label="We value your privacy" role="region"><div class="cky-consent-bar"><p class="cky-title">We value your privacy</p>${text}<button class="cky-btn cky-btn-accept">Accept All</button></div></div>`
  },
  iubenda: {
    css: `#iubenda-cs-banner{${box}}`,
    html:
      `<div id="iubenda-cs-banner" class="iubenda-cs-default-floating iubenda-cs-center iubenda-cs-overlay" role="dialog"><div class="iubenda-cs-container">${text}<button class="iubenda-cs-accept-btn iubenda-cs-btn-primary">Accetta</button></div></div>`
  },
  borlabs: {
    css: `#BorlabsCookieBox ._brlbs-block-content{${dim}} ._brlbs-box{${box}}`,
    html:
      `<div id="BorlabsCookieBox" class="BorlabsCookie" role="dialog"><div class="_brlbs-block-content"><div class="_brlbs-box"><h3>Datenschutzeinstellungen</h3><p>Wir nutzen Cookies auf unserer Website.</p><a class="_brlbs-btn _brlbs-btn-accept-all" role="button">Ich akzeptiere</a></div></div></div>`
  },
  consentmanager: {
    css: `#cmpbox{${box}} #cmpbox2{${dim}}`,
    html:
      `<div id="cmpbox2" class="cmpbox"></div><div id="cmpbox" class="cmpbox cmpstyleroot cmpbox"><div class="cmpboxinner"><div class="cmpboxtxt">${text}</div><a class="cmpboxbtn cmpboxbtnyes" role="button">Accept all</a></div></div>`
  },
  axeptio: {
    css: `#axeptio_overlay{${box}}`,
    html:
      `<div id="axeptio_overlay" class="axeptio_mount"><div><div data-project-id="1">Bonjour ! C'est nous... les Cookies !<button id="axeptio_btn_acceptAll">OK pour moi</button></div></div></div>`
  },
  tarteaucitron: {
    css: `#tarteaucitronAlertBig{${bar}}`,
    html:
      `<div id="tarteaucitronRoot" role="region"><div id="tarteaucitronAlertBig" class="tarteaucitronAlertBigBottom"><span>Ce site utilise des cookies.</span><button id="tarteaucitronPersonalize2">OK, tout accepter</button></div></div>`
  },
  drupal: {
    css: `#sliding-popup{${bar}}`,
    html:
      `<div role="alertdialog" id="sliding-popup" class="sliding-popup-bottom"><div class="eu-cookie-compliance-banner"><h2 id="popup-text">We use cookies on this site</h2><button class="agree-button">OK, I agree</button></div></div>`
  }
}
