import { Switch } from "../ui/labelled-fields.tsx"

/** Chooses `drop` for the option `repeats`. */
export const RepeatsSwitch = (
  props: { readonly checked: boolean; readonly onChange: (isDropped: boolean) => void }
) => (
  <Switch
    label="Hide text shared by pages"
    title="Leaves out text that other pages of the same host have too"
    {...props}
  />
)
