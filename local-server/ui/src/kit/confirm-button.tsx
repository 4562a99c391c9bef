import { Button, type ButtonProps } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface ConfirmButtonProps extends ButtonProps {
  readonly label: string
  readonly title: string
  /** Of the button in the dialog; else the same. */
  readonly act?: string
  readonly keep: string
  readonly mutation: UseMutationResult<unknown, Error, void>
  readonly onDone?: () => void
  /** After it was done and the dialog is gone. */
  readonly onGone: () => void
  /** Consequences, in words. */
  readonly children: ReactNode
}

/** A button for what cannot be undone, which asks first. */
export function ConfirmButton({
  label,
  title,
  act = label,
  keep,
  mutation,
  children,
  ...props
}: ConfirmButtonProps) {
  const { onDone, onGone, ...button } = props
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button variant="default" {...button} onClick={() => setAsked(true)}>
        {label}
      </Button>
      <ConfirmDialog
        subject={isAsked || null}
        title={() => title}
        keep={keep}
        act={act}
        mutation={mutation}
        argument={() => {}}
        onDone={() => onDone?.()}
        onClose={() => setAsked(false)}
        onGone={onGone}
      >
        {children}
      </ConfirmDialog>
    </>
  )
}
