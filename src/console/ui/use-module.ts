import { useEffect, useState } from "preact/hooks"

/** A part of the console that is loaded when it is first shown. Undefined until then. */
export const useModule = <A>(load: () => Promise<A>): A | undefined => {
  const [loaded, setLoaded] = useState<{ readonly module: A }>()
  useEffect(() => {
    let isHere = true
    void load().then((module) => isHere && setLoaded({ module }), () => undefined)
    return () => {
      isHere = false
    }
  }, [])
  return loaded?.module
}
