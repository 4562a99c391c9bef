import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { createRef } from 'react'
import { spokenStrings } from '../strings/language.tsx'
import { closeButtonProps, notifyOfProblem } from './notifications.ts'

/** Long enough to read it and to reach the button by keyboard. */
const OFFERED_MS = 15_000

interface Offer {
  readonly take: () => void
}

/** Of the change that was begun last, whichever was answered first, while undoing it is offered. */
let last: Promise<Offer> | null = null

/** Says what was done and offers to undo it: by a button for a while, and by Ctrl+Z where the message cannot be reached. */
export function offerUndo(message: string, undo: () => Promise<unknown>): void {
  void offerUndoAfter(Promise.resolve(), message, undo)
}

/** Once it is done. Rejects when it was refused. */
export async function offerUndoAfter(
  done: Promise<unknown>,
  message: string,
  undo: () => Promise<unknown>,
): Promise<void> {
  const before = last
  const offer = done.then(() =>
    showOffer(message, undo, () => {
      if (last === offer) last = null
    }),
  )
  last = offer
  try {
    await offer
  } catch (error) {
    if (last === offer) last = before
    throw error
  }
}

function showOffer(message: string, undo: () => Promise<unknown>, onClose: () => void): Offer {
  const id = crypto.randomUUID()
  let isTaken = false
  const button = createRef<HTMLButtonElement>()
  const offer = {
    take() {
      // The button is there for a moment more, and a double click reaches it.
      if (isTaken) return
      isTaken = true
      // It would keep the focus while the message fades.
      if (button.current?.contains(document.activeElement)) button.current.blur()
      notifications.hide(id)
      undo().catch(notifyOfProblem)
    },
  }
  notifications.show({
    id,
    autoClose: OFFERED_MS,
    closeButtonProps: closeButtonProps(),
    onClose() {
      isTaken = true
      onClose()
    },
    message: (
      <Group component="span" justify="space-between" gap="4px 16px" c="var(--ink)">
        {message}
        <Button
          ref={button}
          size="compact-sm"
          variant="default"
          aria-keyshortcuts="Control+Z"
          onClick={offer.take}
        >
          {spokenStrings().shared.undo}
        </Button>
      </Group>
    ),
  })
  return offer
}

export function undoLast(): void {
  const offer = last
  last = null
  offer?.then(({ take }) => take()).catch(() => {})
}
