import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { createRef } from 'react'
import { ServerGone } from '../api-client.ts'
import { spokenStrings } from '../strings/language.tsx'
import { closeButtonProps, notifyOfProblem } from './notifications.ts'

/** Long enough to read it and to reach the button by keyboard. */
const OFFERED_MS = 15_000

/** Resolves with what to say of it, if anything. Called again after a failure: then it must be the same request. */
export type Undo = () => Promise<unknown>

interface Offer {
  readonly take: () => void
}

/** Of the change that was begun last, whichever was answered first, while undoing it is offered. */
let last: Promise<Offer> | null = null

/** Says what was done and offers to undo it: by a button for a while, and by Ctrl+Z where the message cannot be reached. */
export function offerUndo(message: string, undo: Undo): void {
  void offerUndoAfter(Promise.resolve(), message, undo)
}

/** Once it is done. Rejects when it was refused. */
export async function offerUndoAfter(done: Promise<unknown>, message: string, undo: Undo): Promise<void> {
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

function showOffer(message: string, undo: Undo, onClose: () => void): Offer {
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
      onClose()
      showWork(id, undo).catch((error: unknown) => {
        notifyOfProblem(error)
        // Nobody knows whether it arrived: it can be sent once more.
        if (error instanceof ServerGone) showOffer(message, undo, onClose)
      })
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
      <Group component="span" justify="space-between" gap="0.25rem 1rem" c="var(--ink)">
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

/** The message stays until it is done, then says what came of it. */
async function showWork(id: string, undo: Undo): Promise<void> {
  const { shared } = spokenStrings()
  notifications.update({
    id,
    autoClose: false,
    loading: true,
    withCloseButton: false,
    message: shared.undoing,
  })
  const said = await undo().catch((error: unknown) => {
    notifications.hide(id)
    throw error
  })
  if (typeof said !== 'string') return void notifications.hide(id)
  const told = { id, loading: false, withCloseButton: true, closeButtonProps: closeButtonProps() }
  notifications.update({ ...told, autoClose: OFFERED_MS, message: said })
}

export function undoLast(): void {
  const offer = last
  last = null
  offer?.then(({ take }) => take()).catch(() => {})
}

/**
 * Undoes each, one after the other. A refusal keeps none of the others; at the end it throws what was refused and why. Called again
 * after the server was gone, it continues with what is left.
 */
export function undoEach<One>(
  all: readonly One[],
  undo: (one: One) => Promise<unknown>,
  nameOf: (one: One) => string,
): Undo {
  const left = [...all]
  const refused: string[] = []
  return async () => {
    for (let next = left[0]; next !== undefined; next = left[0]) {
      try {
        await undo(next)
      } catch (error) {
        if (error instanceof ServerGone) throw error
        refused.push(`${nameOf(next)}: ${error instanceof Error ? error.message : String(error)}`)
      }
      left.shift()
    }
    if (refused.length > 0) throw new Error(refused.join(' '))
  }
}
