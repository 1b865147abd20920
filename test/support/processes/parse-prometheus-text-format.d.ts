declare module "parse-prometheus-text-format" {
  interface Family {
    readonly name: string
    readonly help: string
    readonly type: string
    readonly metrics: ReadonlyArray<unknown>
  }
  export default function parsePrometheusTextFormat(text: string): ReadonlyArray<Family>
}
