/** Names of elements with the text of a post, tried on each class and id. */
export const postNames = /(?:post(?!er|age)|repl(?:y|ies)|answer|message).*(?:body|content|text|html)$/i

/** Names of elements with the text of a comment. Below posts, comments are remarks. */
export const commentNames = /(?:comment|usertext).*(?:body|content|text|html)$/i

/** Paths and queries of threads. */
export const threadPaths =
  /\/(?:threads?|topics?|t|forums?|viewtopic|showthread|discussions?|questions?|comments|r)(?:[/.?]|$)|(?:viewtopic|showthread|topic|thread)[.=?_-]|\/post\/\d+\/?$/i

/** Hosts of forums. */
export const forumHosts = /(?:^|\.)(?:bbs\w*|forums?|boards|discourse|discuss)\./i
