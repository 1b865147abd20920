import { useEffect, useMemo } from "preact/hooks"
import { client } from "../session.ts"
import { OutLink } from "../ui/OutLink.tsx"
import { Problem } from "../ui/Problem.tsx"
import { useAsked } from "./use-asked.ts"

/** A picture of the page, taken on request: the page is fetched again, in a browser. */
export const PictureTab = ({ url }: { readonly url: string }) => {
  const { ask, error, isBusy, value } = useAsked((signal) => client.screenshot({ url }, { signal }))
  const src = useMemo(
    () => value === undefined ? undefined : URL.createObjectURL(new Blob([value.bytes], { type: value.content_type })),
    [value]
  )
  useEffect(() => () => src === undefined ? undefined : URL.revokeObjectURL(src), [src])

  return (
    <>
      {error !== undefined && <Problem error={error} />}
      {src === undefined
        ? (
          <div class="empty">
            <p>The page is fetched again and rendered in a browser.</p>
            <button type="button" aria-busy={isBusy} disabled={isBusy} onClick={ask}>Take a picture</button>
          </div>
        )
        : (
          <figure class="picture">
            <img src={src} alt="The page in a browser" />
            <figcaption>
              <OutLink url={url} />
            </figcaption>
          </figure>
        )}
    </>
  )
}
