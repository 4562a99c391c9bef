import { Stack, type StackProps } from '@mantine/core'
import type { ComponentProps, FormEvent } from 'react'

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
