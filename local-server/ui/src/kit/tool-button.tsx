import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'

interface ToolButtonProps
  extends ActionIconProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps> {
  readonly label: string
}

/** An icon that says what it does in a tooltip and to a screen reader. */
export function ToolButton({ label, ...button }: ToolButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} {...button} />
    </Tooltip>
  )
}
