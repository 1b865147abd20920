/** An external link without referrer. Plain text if its scheme is not http or https. */
export const OutLink = ({ text, url }: { readonly url: string; readonly text?: string }) =>
  /^https?:\/\//i.test(url)
    ? <a class="out" href={url} target="_blank" rel="noopener noreferrer nofollow">{text ?? url}</a>
    : <span class="out">{text ?? url}</span>
