import { Copy } from "../ui/Copy.tsx"
import { asCurl } from "./as-curl.ts"

export const CopyCurl = ({ body, path }: { readonly path: string; readonly body: () => object }) => (
  <Copy
    label="Copy as curl"
    text={() => asCurl(location.origin, path, body())}
  />
)
