import { NewWrapperView } from "./NewWrapperView.tsx"
import { WrappersView } from "./WrappersView.tsx"
import { WrapperView } from "./WrapperView.tsx"

/** The views of wrappers, which are loaded when one of them is opened. */
export const Wrappers = ({ id }: { readonly id: string }) =>
  id === "" ? <WrappersView /> : id === "new" ? <NewWrapperView /> : <WrapperView key={id} id={id} />
