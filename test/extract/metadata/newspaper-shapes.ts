/** One article as newspapers all over the world would print it. */
export interface Newspaper {
  readonly language: string
  /** Facts of its text, used where the page declares none. */
  readonly told?: string
  readonly site: string
  readonly title: string
  /** Text before the author's name. */
  readonly by: string
  readonly author: string
  /** The day as it is written. */
  readonly written: string
  /** Text before the day. */
  readonly published: string
  readonly text: string
}

export const iso = "2024-05-03"
const paragraphs = ({ text }: Newspaper): string => `<p>${text}</p>`.repeat(3)
const html = (lang: string, head: string, body: string): string =>
  `<!doctype html><html${
    lang === "" ? "" : ` lang="${lang}"`
  }><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`

/** Its page in the mark-up of the programs that most sites are made with, and in that of none. */
export const shapes: Readonly<Record<string, (paper: Newspaper) => string>> = {
  WordPress: (paper) =>
    html(
      paper.language,
      `<title>${paper.title} – ${paper.site}</title>`,
      `<header class="site-header"><p class="site-title"><a href="/" rel="home">${paper.site}</a></p></header>
      <article class="post type-post hentry"><header class="entry-header"><h1 class="entry-title">${paper.title}</h1>
      <div class="entry-meta"><span class="posted-on">${paper.published} <a href="/x" rel="bookmark"><time class="entry-date published" datetime="${iso}T09:15:00+00:00">${paper.written}</time></a></span>
      <span class="byline"> ${paper.by} <span class="author vcard"><a class="url fn n" href="/author/a1/">${paper.author}</a></span></span></div></header>
      <div class="entry-content">${paragraphs(paper)}</div></article>`
    ),
  Drupal: (paper) =>
    html(
      paper.language,
      `<title>${paper.title} | ${paper.site}</title>`,
      `<h1 class="title page-title"><span class="field field--name-title">${paper.title}</span></h1>
      <article role="article" class="node node--type-article"><footer class="node__meta"><div class="node__submitted">
      ${paper.by} <span class="field field--name-uid"><a href="/user/12" class="username">${paper.author}</a></span> <span class="field field--name-created">${paper.written} - 09:15</span></div></footer>
      <div class="node__content">${paragraphs(paper)}</div></article>`
    ),
  Ghost: (paper) =>
    html(
      paper.language,
      `<title>${paper.title}</title><meta property="og:site_name" content="${paper.site}"><meta property="og:type" content="article">`,
      `<article class="gh-article post"><header class="gh-article-header"><h1 class="gh-article-title">${paper.title}</h1>
      <div class="gh-article-meta"><h4 class="gh-article-author-name"><a href="/author/a1/">${paper.author}</a></h4>
      <time class="gh-article-meta-date" datetime="${iso}">${paper.written}</time></div></header><section class="gh-content">${
        paragraphs(paper)
      }</section></article>`
    ),
  Blogger: (paper) =>
    html(
      "",
      `<title>${paper.site}: ${paper.title}</title><meta name="generator" content="blogger">`,
      `<header><h1 class="title">${paper.site}</h1></header><h2 class="date-header"><span>${paper.written}</span></h2>
      <div class="post hentry"><h3 class="post-title entry-title">${paper.title}</h3><div class="post-body entry-content">${
        paragraphs(paper)
      }</div>
      <div class="post-footer"><span class="post-author vcard">${paper.by} <span class="fn">${paper.author}</span></span></div></div>`
    ),
  Joomla: (paper) =>
    html(
      paper.language,
      `<title>${paper.title} - ${paper.site}</title>`,
      `<div class="item-page" itemscope itemtype="https://schema.org/Article"><h1 itemprop="headline">${paper.title}</h1>
      <dl class="article-info"><dd class="createdby" itemprop="author" itemscope itemtype="https://schema.org/Person">${paper.by} <span itemprop="name">${paper.author}</span></dd>
      <dd class="published"><time datetime="${iso}T09:15:00+00:00" itemprop="datePublished">${paper.published} ${paper.written}</time></dd></dl>
      <div itemprop="articleBody">${paragraphs(paper)}</div></div>`
    ),
  TYPO3: (paper) =>
    html(
      paper.language,
      `<title>${paper.site}: ${paper.title}</title>`,
      `<div class="news news-single"><div class="article"><h1 itemprop="headline">${paper.title}</h1>
      <p class="extra"><time itemprop="datePublished" datetime="${iso}">03.05.2024</time> <span class="news-list-author" itemprop="author">${paper.by} ${paper.author}</span></p>
      <div class="news-text-wrap" itemprop="articleBody">${paragraphs(paper)}</div></div></div>`
    ),
  Bitrix: (paper) =>
    html(
      paper.language,
      `<title>${paper.title} « ${paper.site}</title>`,
      `<h1 id="pagetitle">${paper.title}</h1><div class="news-detail"><span class="news-date-time">03.05.2024</span>
      <div class="news-detail__author">${paper.by} ${paper.author}</div>${paragraphs(paper)}</div>`
    ),
  "a publisher's own": (paper) =>
    html(
      paper.language,
      `<title>${paper.title}｜${paper.site}</title><meta property="og:title" content="${paper.title}"><meta property="og:type" content="article">`,
      `<div class="sc-1kf9"><a href="/">${paper.site}</a></div><main><h1 class="css-7fa">${paper.title}</h1>
      <div class="css-1x"><div class="css-2y">${paper.by} ${paper.author}</div><div class="css-3z">${paper.published} ${paper.written}, 09:15</div></div>
      <div class="css-4w">${paragraphs(paper)}</div></main>`
    ),
  "a portal's": (paper) =>
    html(
      paper.language,
      `<title>${paper.title} : ${paper.site}</title><meta property="og:title" content="${paper.title}"><meta property="og:type" content="article">`,
      `<h2 class="media_head_headline">${paper.title}</h2><div class="media_head_info"><span class="media_info_datestamp" data-date-time="${iso} 14:05:00">${paper.published} 05.03.</span>
      <em class="media_head_journalist_name">${paper.author}</em></div><div id="article_body">${
        paragraphs(paper)
      }</div>`
    ),
  "one with all in a line": (paper) =>
    html(
      paper.language,
      `<title>${paper.site} | ${paper.title}</title><meta property="og:site_name" content="${paper.site}"><meta property="og:type" content="article">`,
      `<main><h1>${paper.title}</h1><p>${paper.by} ${paper.author} | ${paper.written}</p>${paragraphs(paper)}</main>`
    ),
  "one that declares all": (paper) =>
    html(
      paper.language,
      `<title>${paper.site} › ${paper.title}</title><script type="application/ld+json">${
        JSON.stringify({
          "@context": "https://schema.org",
          "@type": "NewsArticle",
          headline: paper.title,
          datePublished: `${iso}T09:15:00Z`,
          author: [{ "@type": "Person", name: paper.author }],
          publisher: { "@type": "Organization", name: paper.site }
        })
      }</script>`,
      `<main><h1>${paper.title}</h1><time>5/3(金) 09:15</time>${paragraphs(paper)}</main>`
    )
}
