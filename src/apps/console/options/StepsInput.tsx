import { SmallButton } from "../ui/small-buttons.tsx"
import {
  emptyStep,
  jsonOfSteps,
  partsOfStep,
  stepKinds,
  type TypedPageSteps,
  type TypedStep,
  typedSteps
} from "./typed-steps.ts"

interface Typed {
  readonly json: string
  readonly onChange: (json: string) => void
}

/** Rows for the steps in a browser before a page is read. */
export const StepsInput = ({ json, onChange }: Typed) => (
  <StepRows steps={typedSteps<TypedStep>(json)} onChange={(steps) => onChange(jsonOfSteps(steps))} />
)

/** The same for each of several patterns of URLs. */
export const PageStepsInput = ({ json, onChange }: Typed) => {
  const all = typedSteps<TypedPageSteps>(json)
  const set = (to: ReadonlyArray<TypedPageSteps>) => onChange(jsonOfSteps(to))
  return (
    <>
      {all.map((one, index) => (
        <div key={index} class="rule">
          <div class="rule-row">
            <input
              type="text"
              aria-label={`Pattern ${index + 1}`}
              placeholder="/shop/*"
              spellcheck={false}
              value={one.pattern}
              onInput={({ currentTarget: { value } }) => set(all.with(index, { ...one, pattern: value }))}
            />
            <SmallButton aria-label={`Remove pattern ${index + 1}`} onClick={() => set(all.toSpliced(index, 1))}>
              Remove
            </SmallButton>
          </div>
          <StepRows
            of={` of pattern ${index + 1}`}
            steps={one.steps}
            onChange={(steps) => set(all.with(index, { ...one, steps }))}
          />
        </div>
      ))}
      <SmallButton onClick={() => set([...all, { pattern: "", steps: [emptyStep] }])}>Add a pattern</SmallButton>
    </>
  )
}

const StepRows = ({ of = "", onChange, steps }: {
  readonly steps: ReadonlyArray<TypedStep>
  /** Owner of the steps, for the labels of screen readers. */
  readonly of?: string
  readonly onChange: (steps: ReadonlyArray<TypedStep>) => void
}) => (
  <>
    <ol class="steps" aria-label={`Steps${of}`}>
      {steps.map((step, index) => (
        <li key={index}>
          <StepRow
            name={`step ${index + 1}${of}`}
            step={step}
            onChange={(to) => onChange(steps.with(index, to))}
            onRemove={() => onChange(steps.toSpliced(index, 1))}
            onUp={index === 0
              ? undefined
              : () => onChange(steps.toSpliced(index - 1, 2, step, steps[index - 1] ?? step))}
          />
        </li>
      ))}
    </ol>
    <SmallButton onClick={() => onChange([...steps, emptyStep])}>Add a step</SmallButton>
  </>
)

const StepRow = ({ name, onChange, onRemove, onUp, step }: {
  readonly name: string
  readonly step: TypedStep
  readonly onChange: (step: TypedStep) => void
  readonly onRemove: () => void
  /** Undefined for the first step. */
  readonly onUp: (() => void) | undefined
}) => (
  <div class="rule-row">
    <select
      aria-label={`Kind of ${name}`}
      value={step.kind}
      onChange={({ currentTarget: { value } }) => onChange({ kind: value, values: [] })}
    >
      {stepKinds.map(([kind, label]) => <option key={kind} value={kind}>{label}</option>)}
    </select>
    {partsOfStep(step.kind).map(({ hint, isNumber, label }, at) => (
      <input
        key={`${step.kind} ${at}`}
        type="text"
        inputMode={isNumber === true ? "numeric" : "text"}
        aria-label={`${label} of ${name}`}
        title={label}
        placeholder={hint}
        spellcheck={false}
        value={step.values[at] ?? ""}
        onInput={({ currentTarget: { value } }) =>
          onChange({
            ...step,
            values: partsOfStep(step.kind).map((_, index) => index === at ? value : step.values[index] ?? "")
          })}
      />
    ))}
    <SmallButton aria-label={`Move ${name} up`} disabled={onUp === undefined} onClick={onUp}>↑</SmallButton>
    <SmallButton aria-label={`Remove ${name}`} onClick={onRemove}>Remove</SmallButton>
  </div>
)
