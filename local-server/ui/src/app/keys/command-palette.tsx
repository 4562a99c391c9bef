import { Kbd } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { SearchIcon } from '@primer/octicons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useCalendarTimes } from '../../plan/clock/calendar-zone.tsx'
import { ARCHIVE_ADDRESS, LIST_ADDRESS, NO_FILTER } from '../../plan/plan-address.ts'
import { postSearchQuery } from '../../posts/post-queries.ts'
import { NEW_POST, usePostSheet } from '../../shared/post-sheet-address.ts'
import { captionStart } from '../../posts/post-name.ts'
import { useStrings } from '../../strings/language.tsx'
import { useSignOut } from '../sign-out.ts'

const TYPING_PAUSE_MS = 250
const MOST_POSTS = 5

interface CommandPaletteProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onKeys: () => void
}

/** Every place, every action that needs no place, and posts: those that were made last, or have the words. */
export function CommandPalette({ opened, onClose, onKeys }: CommandPaletteProps) {
  const { app } = useStrings()
  const [query, setQuery] = useState('')
  const groups = [
    { group: app.palette.actions, actions: useActions(onKeys) },
    { group: app.palette.posts, actions: usePosts(query, opened) },
    { group: app.palette.places, actions: usePlaces() },
  ]
  useEffect(() => {
    if (opened) spotlight.open()
    else spotlight.close()
  }, [opened])
  return (
    <Spotlight
      // The key is one of the page's, and this is fetched when it is pressed for the first time.
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      actions={groups}
      limit={30}
      scrollable
      attributes={{ content: { 'aria-label': app.palette.button }, actionLabel: { dir: 'auto' } }}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      maxHeight="min(28rem, 70dvh)"
      radius="lg"
      transitionProps={{ duration: 0 }}
      nothingFound={app.palette.nothing}
      searchProps={{
        leftSection: <SearchIcon />,
        placeholder: app.palette.placeholder,
        'aria-label': app.palette.placeholder,
      }}
    />
  )
}

function useActions(onKeys: () => void): SpotlightActionData[] {
  const { app, plan } = useStrings()
  const sheet = usePostSheet()
  const [, navigate] = useLocation()
  const signOut = useSignOut()
  return [
    {
      id: 'new',
      label: app.newPost,
      rightSection: <Kbd>C</Kbd>,
      onClick: () => sheet.open(NEW_POST),
    },
    { id: 'slots', label: plan.slots.title, onClick: () => navigate('/plan?slots') },
    { id: 'keys', label: app.keys.title, rightSection: <Kbd>?</Kbd>, onClick: onKeys },
    { id: 'sign-out', label: app.signOut, onClick: () => signOut.mutate() },
  ]
}

function usePlaces(): SpotlightActionData[] {
  const { app, plan } = useStrings()
  const [, navigate] = useLocation()
  const { views, list } = plan
  const places = [
    ['/plan', app.plan, 'P'],
    ['/plan?view=week', `${app.plan}: ${views.hours}`],
    [LIST_ADDRESS, `${app.plan}: ${views.list}`],
    ['/plan?view=grid', `${app.plan}: ${views.grid}`, 'G'],
    [ARCHIVE_ADDRESS, `${app.plan}: ${list.deleted}`],
    ['/library', app.library],
    ['/inbox', app.inbox],
    ['/settings', app.settings],
    ['/settings/accounts', app.accounts],
    ['/settings/reposts', app.reposts],
    ['/settings/cloud', app.cloud],
  ] as const
  return places.map(([href, label, key]) => ({
    id: href,
    label,
    rightSection: key && <Kbd>{key}</Kbd>,
    onClick: () => navigate(href),
  }))
}

function usePosts(query: string, enabled: boolean): SpotlightActionData[] {
  const { posts } = useStrings()
  const { inMessage } = useCalendarTimes()
  const [, navigate] = useLocation()
  const [text] = useDebouncedValue(query.trim(), TYPING_PAUSE_MS)
  const found = useInfiniteQuery({ ...postSearchQuery({ ...NO_FILTER, text }), enabled }).data ?? []
  return found.slice(0, MOST_POSTS).map(({ id, caption, status, at }) => ({
    id,
    label: captionStart(caption) ?? posts.noCaption,
    description:
      status === 'DRAFT' ? posts.status.DRAFT : `${posts.status[status]}, ${inMessage(Date.parse(at))}`,
    // What the server found by words further on.
    keywords: [caption ?? '', text],
    onClick: () => navigate(`/posts/${id}`),
  }))
}
