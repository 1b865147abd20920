import { useEffect, useState } from "preact/hooks"

/** Loads a module on first use. Undefined until it is loaded. */
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
