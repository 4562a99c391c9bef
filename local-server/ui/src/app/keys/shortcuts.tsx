// The keys of the page, the list of them, and the search for everything.
import { SearchIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { LIST_ADDRESS } from '../../plan/plan-address.ts'
import { ToolButton } from '../../kit/tool-button.tsx'
import { OnDemand } from '../../shared/on-demand.tsx'
import { NEW_POST, useOverlays } from '../../shared/overlay-address.ts'
import { undoLast } from '../../shared/undo.tsx'
import { useStrings } from '../../strings/language.tsx'
import { lazyPage } from '../lazy-page.tsx'
import { useKeys } from './use-keys.ts'

const CommandPalette = lazyPage(async () => (await import('./command-palette.tsx')).CommandPalette)
const KeyList = lazyPage(async () => (await import('./shortcut-list.tsx')).ShortcutList)

/** Listens for the keys, and has a button for the search. */
export function Shortcuts() {
  const { app } = useStrings()
  const [, navigate] = useLocation()
  const { open: openSheet } = useOverlays()
  const [opened, setOpened] = useState<'palette' | 'keys' | null>(null)
  useKeys({
    c: () => openSheet(NEW_POST),
    p: () => navigate('/plan'),
    g: () => navigate('/plan?view=grid'),
    '/': () => focusSearch() || navigate(LIST_ADDRESS, { state: SEARCHING }),
    '?': () => setOpened('keys'),
    'mod+k': () => setOpened('palette'),
    'mod+z': undoLast,
  })
  const close = () => setOpened(null)
  return (
    <>
      <ToolButton
        label={app.palette.button}
        aria-keyshortcuts="Control+K"
        onClick={() => setOpened('palette')}
      >
        <SearchIcon />
      </ToolButton>
      <OnDemand when={opened === 'palette'}>
        <CommandPalette opened={opened === 'palette'} onClose={close} onKeys={() => setOpened('keys')} />
      </OnDemand>
      <OnDemand when={opened === 'keys'}>
        <KeyList opened={opened === 'keys'} onClose={close} />
      </OnDemand>
    </>
  )
}

/** State of a history entry: the search field of the list takes the focus. */
const SEARCHING = { isSearching: true }

function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>('main input[type=search]')
  field?.focus()
  return field !== null
}
