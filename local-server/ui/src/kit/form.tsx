import { Stack, type StackProps } from '@mantine/core'
import { useRef, useState, type ComponentProps, type FormEvent, type RefObject } from 'react'

interface FormProps
  extends
    Pick<StackProps, 'gap' | 'maw' | 'children'>,
    Pick<ComponentProps<'form'>, 'ref' | 'noValidate' | 'aria-label' | 'aria-labelledby'> {
  readonly onSubmit: (event: FormEvent) => void
}

/** Fields below each other. The page sends them, and the browser suggests nothing for them. */
export function Form({ gap = 'md', maw, children, onSubmit, ...form }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(event)
  }
  return (
    <form noValidate autoComplete="off" {...form} onSubmit={submit}>
      <Stack gap={gap} maw={maw}>
        {children}
      </Stack>
    </form>
  )
}

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
