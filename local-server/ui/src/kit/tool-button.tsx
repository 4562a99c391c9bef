import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

interface ToolButtonProps
  extends ActionIconProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps> {
  readonly label: string
  /** False: the tooltip stays within the dialog around it. */
  readonly withinPortal?: boolean
}

/** An icon that says what it does in a tooltip and to a screen reader. */
export function ToolButton({ label, withinPortal = true, ...button }: ToolButtonProps) {
  return (
    <Tooltip label={label} withinPortal={withinPortal}>
      <ActionIcon size="lg" aria-label={label} {...button} />
    </Tooltip>
  )
}
