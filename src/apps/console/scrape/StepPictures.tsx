import { useEffect, useMemo } from "preact/hooks"
import type { Document } from "../../../contract/client/index.ts"

/** The pictures that steps in a browser have taken. */
export const StepPictures = ({ pictures }: { readonly pictures: NonNullable<Document["pictures"]> }) => (
  <ul class="step-pictures">
    {pictures.map((picture) => (
      <li key={picture.step}>
        <StepPicture {...picture} />
      </li>
    ))}
  </ul>
)

const StepPicture = ({ data, media_type, step }: NonNullable<Document["pictures"]>[number]) => {
  // The policy allows images of blobs, and none of data URLs.
  const src = useMemo(() => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
    return URL.createObjectURL(new Blob([bytes], { type: media_type }))
  }, [data])
  useEffect(() => () => URL.revokeObjectURL(src), [src])
  return (
    <figure class="picture">
      <figcaption>After step {step}</figcaption>
      <img src={src} alt={`The page after step ${step}`} loading="lazy" />
    </figure>
  )
}
