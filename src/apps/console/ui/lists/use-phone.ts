import { useEffect, useState } from "preact/hooks"

/** Width of a phone, the same as in the style sheets. */
const phone = matchMedia("(max-width: 640px)")

/** Whether the window is as narrow as a phone. */
export const usePhone = (): boolean => {
  const [isPhone, setPhone] = useState(phone.matches)
  useEffect(() => {
    const look = () => setPhone(phone.matches)
    phone.addEventListener("change", look)
    return () => phone.removeEventListener("change", look)
  }, [])
  return isPhone
}
