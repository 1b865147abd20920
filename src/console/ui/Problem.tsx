import { GleanerError } from "../../client/index.ts"
import { nameOfField } from "../../domain/name-of-field.ts"

/** An error in words: what happened, and what to do. */
export const Problem = ({ error }: { readonly error: unknown }) => {
  if (!(error instanceof GleanerError)) {
    return (
      <div class="notice bad" role="alert">
        <strong>Something went wrong in the console</strong>
        <p>Load the page again. If it happens again, please report it.</p>
      </div>
    )
  }
  return (
    <div class="notice bad" role="alert">
      <strong>{error.title}</strong>
      {error.errors.length === 0 ? <p>{error.detail}</p> : (
        <ul>
          {error.errors.map((fault, index) => (
            <li key={index}>
              <code>{nameOfField(fault)}</code> {fault.detail}
            </li>
          ))}
        </ul>
      )}
      <p class="code">
        <code>{error.code}</code>
        {error.status > 0 && ` · ${error.status}`}
      </p>
    </div>
  )
}
