/** Input for a URL or a bare host, which the browser's `type="url"` would refuse. */
export const UrlField = (
  { label = "URL", onChange, value }: {
    readonly label?: string
    readonly value: string
    readonly onChange: (url: string) => void
  }
) => (
  <label class="url">
    <span class="sr">{label}</span>
    <input
      type="text"
      name="url"
      inputMode="url"
      autocomplete="url"
      autocapitalize="off"
      spellcheck={false}
      required
      placeholder="https://example.com/page"
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  </label>
)
