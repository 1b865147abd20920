import { useEffect, useRef, useState } from "preact/hooks"
import { GleanerError } from "../../../contract/client/index.ts"
import { session, signIn } from "../session.ts"
import { Logo } from "./Logo.tsx"

/** The sign-in form. `isOver`: shown over the view that was open when the session ended. */
export const SignIn = ({ isOver = false }: { readonly isOver?: boolean }) => {
  const [key, setKey] = useState("")
  const [fault, setFault] = useState("")
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    document.title = "Sign in - Gleaner"
    field.current?.focus()
  }, [])

  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setFault("")
    try {
      await signIn(key.trim())
    } catch (error) {
      setFault(wordsFor(error))
      field.current?.select()
    } finally {
      setBusy(false)
    }
  }

  return (
    <main class={isOver ? "gate over" : "gate"}>
      <form class="card sign-in" onSubmit={submit}>
        <Logo />
        <h1>{isOver ? "Your session is over" : "Gleaner"}</h1>
        <p class="lead">
          {isOver
            ? `Sign in again as ${session.value.name}. Your open pages stay.`
            : "Web pages, fetched politely and their content extracted."}
        </p>
        <input type="text" name="username" autocomplete="username" value="gleaner" hidden readOnly />
        <label>
          API key
          <input
            ref={field}
            type="password"
            name="key"
            autocomplete="current-password"
            required
            value={key}
            aria-invalid={fault === "" ? undefined : "true"}
            aria-describedby="key-help"
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        <div role="alert">{fault !== "" && <p class="fault">{fault}</p>}</div>
        <button type="submit" aria-busy={isBusy} disabled={isBusy}>Sign in</button>
        <p id="key-help" class="help">
          The service prints its key when it starts, unless <code>GLEANER_API_KEYS</code>{" "}
          names yours. The browser keeps a cookie for twelve hours, never the key.
        </p>
      </form>
    </main>
  )
}

const wordsFor = (error: unknown): string => {
  if (!(error instanceof GleanerError)) return "Something went wrong. Try again."
  if (error.status === 401) return "The service does not know this key. Check that you copied all of it."
  return error.detail
}
