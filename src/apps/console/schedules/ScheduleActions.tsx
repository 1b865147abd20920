import { useState } from "preact/hooks"
import type { Schedule } from "../../../contract/client/index.ts"
import { client } from "../session.ts"
import { ConfirmedButton } from "../ui/ConfirmedButton.tsx"
import { useRequest } from "../ui/hooks/use-request.ts"
import { Problem } from "../ui/Problem.tsx"
import { SmallButton } from "../ui/small-buttons.tsx"
import { EditDialog } from "./EditDialog.tsx"

/** Buttons of a schedule. */
export const ScheduleActions = ({ onChange, onDelete, schedule }: {
  readonly schedule: Schedule
  readonly onChange: () => void
  readonly onDelete: () => void
}) => {
  const { id, last_run, name, paused } = schedule
  const { error, isBusy, send } = useRequest()
  const [said, setSaid] = useState("")
  const [isEdited, setEdited] = useState(false)
  const act = (request: () => Promise<unknown>, done: string, then = onChange) => {
    setSaid("")
    return send(async () => {
      await request()
      setSaid(done)
      then()
    })
  }
  return (
    <>
      <span class="sr" role="status">{said}</span>
      <SmallButton
        disabled={isBusy || last_run?.status === "running"}
        aria-label={`Run now: ${name}`}
        onClick={() => void act(() => client.schedules.run(id), `${name} runs`)}
      >
        Run now
      </SmallButton>
      <SmallButton
        disabled={isBusy}
        aria-label={`${paused ? "Resume" : "Pause"} ${name}`}
        onClick={() =>
          void act(
            () => client.schedules.change(id, { paused: !paused }),
            `${name} is ${paused ? "resumed" : "paused"}`
          )}
      >
        {paused ? "Resume" : "Pause"}
      </SmallButton>
      <SmallButton aria-label={`Edit ${name}`} onClick={() => setEdited(true)}>Edit</SmallButton>
      <ConfirmedButton
        label="Delete"
        describedAs={`Delete ${name}`}
        question="Its history and its feed are deleted too, and the jobs of its runs expire as others do. A running job goes on."
        isBusy={isBusy}
        onConfirm={() => void act(() => client.schedules.delete(id), "", onDelete)}
      />
      {error !== undefined && <Problem error={error} />}
      {isEdited && (
        <EditDialog
          schedule={schedule}
          onClose={() => setEdited(false)}
          onSaved={() => {
            setEdited(false)
            onChange()
          }}
        />
      )}
    </>
  )
}
