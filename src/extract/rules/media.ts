/** Addresses of images that count visits or advertise, by words in host and path. */
export const notPictures =
  /^(?:https?:)?\/\/(?:[^/]*\.)?(?:ads?|adserver|adservice|adserv\d*|banners?|pixel|tracking|beacon)\d*\.[^/]+\/|\/(?:pixel|beacon|adserver|adimages?|banner-?ads?|open-?pixel)(?:[./?]|$)|\/(?:www\/)?delivery\/(?:avw|lg|ck)\.php|facebook\.com\/tr|doubleclick\.net|googlesyndication\.com|google-analytics|amazon-adsystem\.com|adnxs\.com|scorecardresearch|statcounter\.com|\/akam\/\d+\/pixel|bat\.bing\.com|quantserve/i

/** Addresses of icons and the like, by the name of the file. Without alternative text they are decoration. */
export const decorations =
  /(?:^|[/_.-])(?:icons?|avatars?|badges?|flags?|sprites?|stars?|gravatar|spinner|loader|arrows?|bullets?|chevrons?|dividers?|separators?)(?=[/_.%\d-])[^/]*$|\/sprites\/|gravatar\.com\//i

/** Frames that are part of the page's machinery: bot checks, buttons, consent, payment, counters. */
export const notPlayers =
  /^https?:\/\/(?:[^/]*\.)?(?:recaptcha\.net|hcaptcha\.com|challenges\.cloudflare\.com|googletagmanager\.com|accounts\.google\.com|js\.stripe\.com|disqus\.com)\/|google\.[a-z.]+\/recaptcha\/|facebook\.com\/(?:v[\d.]+\/)?plugins\/(?!video|post)|platform\.twitter\.com\/widgets\/(?!tweet\.html|tweet_embed)/i

/** Names of players and of their controls, as whole words in a class. */
export const playerNames =
  /(?:^|[\s_-])(?:(?:audio|video|media|podcast|music)-?(?:player|controls?|js)?|player(?:-?controls?|-?wrapper)?|vjs|plyr|mejs|jw|jwplayer|flowplayer|video-js|time-?control|current-?time|duration)(?:$|[\s_-])/i
