/**
 * A link out of the console, where it is one that a browser may follow. The site does not learn where the user came
 * from.
 */
export const OutLink = ({ text, url }: { readonly url: string; readonly text?: string }) =>
  /^https?:\/\//i.test(url)
    ? <a class="out" href={url} target="_blank" rel="noopener noreferrer nofollow">{text ?? url}</a>
    : <span class="out">{text ?? url}</span>
