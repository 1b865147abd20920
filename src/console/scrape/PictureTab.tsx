import { useEffect, useRef, useState } from "preact/hooks"
import { client } from "../session.ts"
import { OutLink } from "../ui/OutLink.tsx"
import { Problem } from "../ui/Problem.tsx"

interface Taken {
  readonly src?: string
  readonly error?: unknown
}

/** A picture of the page, taken on request: the page is fetched again, in a browser. */
export const PictureTab = ({ url }: { readonly url: string }) => {
  const [taken, setTaken] = useState<Taken>({})
  const [isBusy, setBusy] = useState(false)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  useEffect(() => () => taken.src === undefined ? undefined : URL.revokeObjectURL(taken.src), [taken.src])

  const take = async () => {
    const { signal } = controller.current = new AbortController()
    setBusy(true)
    try {
      const { bytes, content_type } = await client.screenshot({ url }, { signal })
      if (!signal.aborted) setTaken({ src: URL.createObjectURL(new Blob([bytes], { type: content_type })) })
    } catch (error) {
      if (!signal.aborted) setTaken({ error })
    }
    setBusy(false)
  }

  return (
    <>
      {taken.error !== undefined && <Problem error={taken.error} />}
      {taken.src === undefined
        ? (
          <div class="empty">
            <p>The page is fetched again and rendered in a browser.</p>
            <button type="button" aria-busy={isBusy} disabled={isBusy} onClick={() => void take()}>
              Take a picture
            </button>
          </div>
        )
        : (
          <figure class="picture">
            <img src={taken.src} alt="The page in a browser" />
            <figcaption>
              <OutLink url={url} />
            </figcaption>
          </figure>
        )}
    </>
  )
}
