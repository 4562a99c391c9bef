import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useCallback, useRef } from 'react'
import { notifyOfProblem } from './notifications.ts'
import { useStrings } from '../strings/language.tsx'
import classes from './undo.module.css'

const OFFERED_MS = 8_000

export type OfferUndo = (message: string, undo: () => Promise<unknown>) => void

/** Says what was done and offers to undo it: by a button for a while, and by Ctrl+Z where the message cannot be reached. */
export function useUndo(): OfferUndo {
  const { plan } = useStrings()
  const last = useRef<{ readonly take: () => void } | null>(null)
  useHotkeys([['mod+Z', () => last.current?.take()]])
  return useCallback(
    (message, undo) => {
      const id = crypto.randomUUID()
      const take = () => {
        last.current = null
        notifications.hide(id)
        undo().catch(notifyOfProblem)
      }
      const offer = { take }
      last.current = offer
      notifications.show({
        id,
        autoClose: OFFERED_MS,
        closeButtonProps: { 'aria-label': plan.closeNotice },
        onClose: () => {
          if (last.current === offer) last.current = null
        },
        message: (
          <span className={classes.offer}>
            {message}
            <Button size="compact-sm" variant="default" aria-keyshortcuts="Control+Z" onClick={take}>
              {plan.undo}
            </Button>
          </span>
        ),
      })
    },
    [plan],
  )
}
