// Something was pressed while Nightpost is not running. Nothing is sent then: a draft is saved when Nightpost is back, and whether a
// post still goes out is up to a person.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useIsServerGone } from '../../app/banners/server-connection.ts'
import { accountsQuery } from '../../shared/account-queries.ts'
import type { DraftKey } from '../draft-storage.ts'
import type { Order } from './send.ts'

type Action = Order['action']

export function useWaitForServer(draftKey: DraftKey, attempt: (action: Action) => void) {
  const isGone = useIsServerGone()
  const isKnown = useQuery(accountsQuery).data !== undefined
  const [pressed, setPressed] = useState<{ readonly draftKey: DraftKey; readonly action: Action } | null>(
    null,
  )
  const action = pressed?.draftKey === draftKey ? pressed.action : null
  const isBack = !isGone && isKnown
  const goOn = useEffectEvent(() => {
    setPressed(null)
    if (action === 'save') attempt(action)
  })
  useEffect(() => {
    if (action !== null && isBack) goOn()
  }, [action, isBack])
  return {
    /** What was pressed in vain; null while the server answers. */
    inVain: isGone ? action : null,
    act: (asked: Action) => (isBack ? attempt(asked) : setPressed({ draftKey, action: asked })),
  }
}
