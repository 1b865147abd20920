/** A sum of money, in the currencies most shops sell in. */
export const pricePhrase = /[$€£¥₹₽₩₺]\s?\d|\d[\d.,]*\s?(?:[€£¥₹₽₺]|USD|EUR|GBP|CHF|kr\b|zł|руб|円|元)/

/** Words by which a heading gives away that readers speak below it, in the languages most pages are written in. */
export const commentsPhrase =
  /comments?\b|repl(?:y|ies)|responses?\b|leave a|discussion|kommentar|commentaire|comentario|comentário|commenti|reacties|komentar|коммент|yorum|评论|留言|コメント|댓글|تعليق|bình luận/i
