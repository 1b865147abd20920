/**
 * Escapes what would change its meaning as markdown and nothing else: turndown's own escapes every underscore, bracket and
 * leading digit, which makes plain prose and URLs hard to read.
 */
export const escapeMarkdown = (text: string): string => {
  if (!special.test(text)) return text
  return text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "\\\\")
    .replace(/[*`[\]]/g, "\\$&")
    // Inside of a word an underscore is only itself (CommonMark 6.2).
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/<(?=[a-z!/?])/gi, "\\<")
    .replace(/&(?=#?\w{1,31};)/g, "\\&")
    .replace(/~~/g, "\\~\\~")
    .replace(/^(\s*)([-+](?=\s|$)|#{1,6}(?=\s|$)|>|={3,}|-{3,})/, "$1\\$2")
    .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, "$1\\$2")
}

const special = /[\\*`[\]_<&~+#>=-]|^\s*\d{1,9}[.)]/
