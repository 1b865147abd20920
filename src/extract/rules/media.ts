/** Addresses of images that count visits or advertise, by words in host and path. */
export const notPictures =
  /^(?:https?:)?\/\/(?:[^/]*\.)?(?:ads?|adserver|adservice|adserv\d*|banners?|pixel|tracking|beacon)\d*\.[^/]+\/|\/(?:pixel|beacon|adserver|adimages?|banner-?ads?|open-?pixel)(?:[./?]|$)|\/(?:www\/)?delivery\/(?:avw|lg|ck)\.php|facebook\.com\/tr|doubleclick\.net|googlesyndication\.com|google-analytics|amazon-adsystem\.com|adnxs\.com|scorecardresearch|bat\.bing\.com|quantserve/i
