import { useRef, useState, type FormEvent, type RefObject } from 'react'

/** The text of a field that must be there: to send it empty says so, and leads back to the field. */
export function useRequiredText(given?: RefObject<HTMLInputElement | null>) {
  const own = useRef<HTMLInputElement>(null)
  const field = given ?? own
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const change = (next: string) => {
    setText(next)
    setMissing(false)
  }
  const submit = (send: (text: string) => void) => (event: FormEvent) => {
    event.preventDefault()
    setMissing(text.trim() === '')
    if (text.trim() === '') field.current?.focus()
    else send(text.trim())
  }
  return { field, text, isMissing, change, submit }
}
