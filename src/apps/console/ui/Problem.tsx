import { GleanerError } from "../../../contract/client/index.ts"

/** An error with its explanation. */
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
              <code>{nameOf(fault)}</code> {fault.detail}
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

const nameOf = (fault: GleanerError["errors"][number]): string =>
  fault.pointer?.replace(/^\//, "") ?? fault.parameter ?? fault.header ?? ""
