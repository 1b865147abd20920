/** Addresses of images that count visits or advertise, by words in host and path. */
export const notPictures =
  /^(?:https?:)?\/\/(?:[^/]*\.)?(?:ads?|adserver|adservice|adserv\d*|banners?|pixel|tracking|beacon)\d*\.[^/]+\/|\/(?:pixel|beacon|adserver|adimages?|banner-?ads?|open-?pixel)(?:[./?]|$)|\/(?:www\/)?delivery\/(?:avw|lg|ck)\.php|facebook\.com\/tr|doubleclick\.net|googlesyndication\.com|google-analytics|amazon-adsystem\.com|adnxs\.com|scorecardresearch|statcounter\.com|\/akam\/\d+\/pixel|bat\.bing\.com|quantserve|\/(?:piwik|matomo)\.php|mc\.yandex\.ru\/watch|counter\.yadro\.ru|adpartner\.pro/i

/** Addresses of icons and the like, by the name of the file. Without alternative text they are decoration. */
export const decorations =
  /(?:^|[/_.-])(?:icons?|avatars?|badges?|flags?|sprites?|stars?|gravatar|spinner|loader|arrows?|bullets?|chevrons?|dividers?|separators?)(?=[/_.%\d-])[^/]*$|\/sprites\/|gravatar\.com\//i

/** Descriptions of pictures that are signs of a control. */
export const iconLabels =
  /^(?:(?:down|up|left|right|next|previous|back|close|menu|search|circle|arrow|chevron|check(?:mark)?|tick|plus|minus|info|quote|play|external link|header|image attribution|small|white|black|grey)[ -]?)*(?:arrow|chevron|caret|icon|tooltip|bullet|divider|separator|spacer)s?$/i

/** Frames that are part of the page's machinery: bot checks, buttons, consent, payment, counters. */
export const notPlayers =
  /^https?:\/\/(?:[^/]*\.)?(?:recaptcha\.net|hcaptcha\.com|challenges\.cloudflare\.com|googletagmanager\.com|accounts\.google\.com|js\.stripe\.com|disqus\.com)\/|google\.[a-z.]+\/recaptcha\/|facebook\.com\/(?:v[\d.]+\/)?plugins\/(?!video|post)|platform\.twitter\.com\/widgets\/(?!tweet\.html|tweet_embed)/i

/** Names of players and of their controls, as whole words in a class. */
export const playerNames =
  /(?:^|[\s_-])(?:(?:audio|video|media|podcast|music)-?(?:player|controls?|js)?|player(?:-?controls?|-?wrapper)?|vjs|plyr|mejs|jw|jwplayer|flowplayer|video-js|time-?control|current-?time|duration)(?:$|[\s_-])/i

/** Addresses at which readers share a page. */
export const shareAddress =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:(?:twitter|x)\.com\/(?:home\?|share|intent\/)|facebook\.com\/(?:sharer|share|dialog\/)|linkedin\.com\/(?:share|cws\/share|sharing)|pinterest\.[a-z.]+\/pin\/create|(?:api\.)?whatsapp\.com\/send|t(?:elegram)?\.me\/share|reddit\.com\/submit|tumblr\.com\/(?:share|widgets\/share)|vk\.com\/share|xing\.com\/(?:app\/user\?op=share|spi\/shares)|plus\.google\.com\/share|getpocket\.com\/(?:save|edit)|b\.hatena\.ne\.jp\/|line\.me\/r\/msg|service\.weibo\.com\/share|connect\.ok\.ru\/offer|news\.ycombinator\.com\/submitlink)|^(?:mailto:\?|whatsapp:\/\/send)/i

/** Names of portraits, and of the signs whether a person is there. */
export const portraitNames = /(?:^|[\s_-])(?:avatars?|gravatar|userpics?|online-?status|user-?icon)(?:$|[\s_-])/i

/** Names of a picture that only a dark style shows, beside its twin for a light one. */
export const darkPictures =
  /(?:^|\s)(?:hidden\s(?:\S+\s)*dark:(?:block|inline|flex)\S*|dark:(?:block|inline|flex)\S*\s(?:\S+\s)*hidden(?:\s|$))|themedComponent--dark|(?:^|[\s_-])(?:hide-on-light|only-dark|dark-only|show-on-dark|dark-mode-only)(?:$|[\s_-])/i
