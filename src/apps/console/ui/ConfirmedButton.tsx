import { useState } from "preact/hooks"
import { Dialog } from "./Dialog.tsx"
import { SmallButton } from "./small-buttons.tsx"

/** A button for what cannot be undone. It asks before it acts. */
export const ConfirmedButton = ({ describedAs, isBusy = false, label, onConfirm, question }: {
  readonly label: string
  /** Name for screen readers, where several buttons have the same label. */
  readonly describedAs?: string
  /** The consequence, as a sentence. */
  readonly question: string
  readonly isBusy?: boolean
  readonly onConfirm: () => void
}) => {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <SmallButton
        disabled={isBusy}
        aria-busy={isBusy}
        aria-label={describedAs}
        onClick={() => setOpen(true)}
      >
        {label}
      </SmallButton>
      {isOpen && (
        <Dialog title={`${label}?`} onClose={close}>
          <p>{question}</p>
          <footer>
            <SmallButton onClick={close}>Keep it</SmallButton>
            <button
              type="button"
              class="small danger"
              onClick={() => {
                setOpen(false)
                onConfirm()
              }}
            >
              {label}
            </button>
          </footer>
        </Dialog>
      )}
    </>
  )
}
