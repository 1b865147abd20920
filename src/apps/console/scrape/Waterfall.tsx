import { rightsInWords } from "../../../contract/client/rights-in-words.ts"
import { millis, plural } from "../ui/format.ts"
import { OutLink } from "../ui/OutLink.tsx"
import { stepsOf, type Trace } from "./trace-steps.ts"

/** The steps to a page, one after the other. */
export const Waterfall = ({ trace }: { readonly trace: Trace }) => {
  const durations = stepsOf(trace)
  const total = durations.reduce((sum, { elapsed_ms }) => sum + elapsed_ms, 0)
  let before = 0
  const steps = durations.map((step) => {
    const start = before
    before += step.elapsed_ms
    return { ...step, start }
  })
  const said = rightsInWords(trace.rights ?? { sources: [], directives: trace.robots.directives })
  return (
    <>
      <table class="waterfall">
        <caption>
          {millis(total)} in all
          {trace.retries > 0 && `, ${plural(trace.retries, "request")} repeated`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Time</th>
            <th scope="col">
              <span class="sr">When</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ elapsed_ms, name, of, start }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="number">{millis(elapsed_ms)}</td>
              <td aria-hidden="true">
                <svg class="span" viewBox="0 0 1000 10" preserveAspectRatio="none">
                  <rect
                    class={of}
                    x={share(start, total)}
                    width={Math.max(3, share(elapsed_ms, total))}
                    height="10"
                    rx="2"
                  />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {trace.redirects.length > 0 && (
        <section class="found">
          <h3>Redirects</h3>
          <ol>
            {trace.redirects.map(({ location, status, url }, index) => (
              <li key={index}>
                <span class="chip">{status}</span> <OutLink url={url} /> to <OutLink url={location} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {said.length > 0 && (
        <section class="found">
          <h3>What the site says about the use of the page</h3>
          <p>{said.map((text) => <span key={text} class="chip">{text}</span>)}</p>
        </section>
      )}
    </>
  )
}

const share = (part: number, whole: number): number => whole === 0 ? 0 : Math.round(part / whole * 1000)
