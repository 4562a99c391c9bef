import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'

interface OfferUndo {
  readonly message: string
  /** The name of the button. */
  readonly undo: string
  readonly onUndo: () => void
}

/** Long enough to read it and to reach the button by keyboard. */
const OFFERED_MS = 15_000

export function offerUndo({ message, undo, onUndo }: OfferUndo): void {
  const id = notifications.show({
    autoClose: OFFERED_MS,
    withCloseButton: false,
    message: (
      <Group component="span" justify="space-between" gap="sm">
        {message}
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            notifications.hide(id)
            onUndo()
          }}
        >
          {undo}
        </Button>
      </Group>
    ),
  })
}
