import { Kbd, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue, useFileDialog } from '@mantine/hooks'
import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { LinkExternalIcon, SearchIcon } from '@primer/octicons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { HELP_PAGES } from '../../../../../core/rules/notices/help-pages.ts'
import { symptomAddress, SYMPTOMS, type Symptom } from '../../../../../core/rules/notices/symptoms.ts'
import { useImport } from '../../import/import-context.tsx'
import { TABLE_TYPES } from '../../import/table-name.ts'
import { useCheck } from '../../inbox/entries.ts'
import { FILE_TYPES } from '../../library/upload/use-uploads.ts'
import { useCalendarTimes } from '../../plan/clock/calendar-zone.tsx'
import { ARCHIVE_ADDRESS, LIST_ADDRESS, NO_FILTER } from '../../plan/plan-address.ts'
import { postSearchQuery } from '../../posts/post-queries.ts'
import { NEW_POST, useOverlays } from '../../shared/overlay-address.ts'
import { accountsQuery } from '../../shared/queries.ts'
import { captionStart } from '../../posts/post-name.ts'
import { useLanguage, useLazyStrings, useStrings } from '../../strings/language.tsx'
import { type Language, LANGUAGE_NAMES } from '../../strings/strings.ts'
import { useSignOut } from '../sign-out.ts'

const TYPING_PAUSE_MS = 250
const MOST_POSTS = 5

interface CommandPaletteProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onKeys: () => void
}

/** Every place, every action that needs no place, and posts: the latest, or those that match. */
export function CommandPalette({ opened, onClose, onKeys }: CommandPaletteProps) {
  const { app } = useStrings()
  const { help } = useLazyStrings()
  const [query, setQuery] = useState('')
  const groups = [
    { group: app.palette.actions, actions: useActions(onKeys) },
    { group: app.palette.posts, actions: usePosts(query, opened) },
    { group: app.palette.places, actions: usePlaces() },
    { group: help.title, actions: useHelpActions(query) },
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
      scrollable
      attributes={{ content: { 'aria-label': app.palette.button }, actionLabel: { dir: 'auto' } }}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      maxHeight="min(28rem, 70dvh)"
      radius="lg"
      styles={{ search: { outlineOffset: -2 } }}
      transitionProps={{ duration: 0 }}
      nothingFound={app.palette.nothing}
      searchProps={{
        leftSection: <SearchIcon />,
        radius: 'lg',
        placeholder: app.palette.placeholder,
        'aria-label': app.palette.placeholder,
      }}
    />
  )
}

function useActions(onKeys: () => void): SpotlightActionData[] {
  const { app, attention, compose, plan, settings } = useStrings()
  const {
    importing,
    settings: { keys },
    shortcuts,
  } = useLazyStrings()
  const sheet = useOverlays()
  const imported = useImport()
  const files = useFileDialog({
    accept: `${FILE_TYPES},${TABLE_TYPES}`,
    resetOnOpen: true,
    onChange: (chosen) => chosen?.length && imported.begin([...chosen], null),
  })
  const [path, navigate] = useLocation()
  // Over the plan as it is: its reader comes back to the same days.
  const openSlots = () => (path === '/plan' ? sheet.openSlots() : navigate('/plan?slots'))
  const check = useCheck()
  const looks = useLooks()
  const { signOut } = useSignOut()
  const checkNow = () => {
    navigate('/inbox')
    check.mutate()
  }
  return [
    {
      id: 'new',
      label: app.newPost,
      rightSection: <Kbd>C</Kbd>,
      onClick: () => sheet.open(NEW_POST),
    },
    { id: 'files', label: importing.choose, onClick: files.open },
    { id: 'slots', label: plan.slots.title, onClick: openSlots },
    { id: 'check', label: attention.coming.check, description: attention.coming.title, onClick: checkNow },
    { id: 'connect', label: compose.connectAccount, onClick: () => navigate('/settings/accounts/guide') },
    {
      id: 'create-key',
      label: keys.create,
      description: settings.keys.title,
      onClick: () => navigate(sectionHref('keys')),
    },
    ...looks,
    { id: 'keys', label: shortcuts.title, rightSection: <Kbd>?</Kbd>, onClick: onKeys },
    { id: 'sign-out', label: app.signOut, onClick: signOut },
  ]
}

/** The languages and themes that are not chosen. */
function useLooks(): SpotlightActionData[] {
  const { language, setLanguage, strings } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { app, settings } = strings
  const languages = (Object.keys(LANGUAGE_NAMES) as Language[]).filter((one) => one !== language)
  const schemes = (['auto', 'light', 'dark'] as const).filter((one) => one !== colorScheme)
  return [
    ...schemes.map((scheme) => ({
      id: scheme,
      label: app.themes[scheme],
      onClick: () => setColorScheme(scheme),
    })),
    ...languages.map((one) => ({
      id: one,
      label: LANGUAGE_NAMES[one],
      description: settings.look.language,
      onClick: () => setLanguage(one),
    })),
  ]
}

const SECTIONS = ['look', 'phone', 'keys', 'computer', 'backup'] as const

const sectionHref = (section: (typeof SECTIONS)[number]) => `/settings?section=${section}`

function usePlaces(): SpotlightActionData[] {
  const { app, plan, settings } = useStrings()
  const [, navigate] = useLocation()
  const hasSandbox = useQuery(accountsQuery).data?.some(({ isSandbox }) => isSandbox) ?? false
  const { views, list } = plan
  const places: readonly (readonly [href: string, label: string, key?: string])[] = [
    ['/plan', app.plan, 'P'],
    ['/plan?view=week', `${app.plan}: ${views.hours}`],
    [LIST_ADDRESS, `${app.plan}: ${views.list}`],
    ['/plan?view=grid', `${app.plan}: ${views.grid}`, 'G'],
    ['/plan?view=insights', `${app.plan}: ${views.insights}`],
    [ARCHIVE_ADDRESS, `${app.plan}: ${list.deleted}`],
    ['/library', app.library],
    ['/inbox', app.inbox],
    ['/settings', app.settings],
    ...SECTIONS.map((id) => [sectionHref(id), `${app.settings}: ${settings[id].title}`] as const),
    ['/settings/accounts', app.accounts],
    ['/settings/reposts', app.reposts],
    ['/settings/cloud', app.cloud],
  ]
  return [
    ...places.map(([href, label, key]) => ({
      id: href,
      label,
      rightSection: key && <Kbd>{key}</Kbd>,
      onClick: () => navigate(href),
    })),
    inNewTab('/api/docs', settings.docs.link),
    ...(hasSandbox ? [inNewTab('/sandbox', list.sandboxFeed)] : []),
  ]
}

/** Pages outside this app, as every link to them opens. */
const inNewTab = (href: string, label: string): SpotlightActionData => ({
  id: href,
  label,
  rightSection: <LinkExternalIcon />,
  onClick: () => window.open(href, '_blank', 'noopener'),
})

function usePosts(query: string, enabled: boolean): SpotlightActionData[] {
  const { posts } = useStrings()
  const { inMessage } = useCalendarTimes()
  const [, navigate] = useLocation()
  const [text] = useDebouncedValue(query.trim(), TYPING_PAUSE_MS)
  const found =
    useInfiniteQuery({ ...postSearchQuery({ ...NO_FILTER, order: 'newest', text }), enabled }).data ?? []
  return found.slice(0, MOST_POSTS).map(({ id, caption, status, at }) => ({
    id,
    label: captionStart(caption) ?? posts.noCaption,
    description:
      status === 'DRAFT' ? posts.status.DRAFT : `${posts.status[status]}, ${inMessage(Date.parse(at))}`,
    // The server may have found the words further on in the caption.
    keywords: [caption ?? '', text],
    onClick: () => navigate(`/posts/${id}`),
  }))
}

/** The pages of the guide, and, once something is typed, its symptoms. */
function useHelpActions(query: string): SpotlightActionData[] {
  const { help } = useLazyStrings()
  const symptoms = query.trim() === '' ? [] : (Object.keys(SYMPTOMS) as Symptom[])
  return [
    ...HELP_PAGES.map((page) => inNewTab(`/help/${page}`, help.about(help.pages[page]))),
    ...symptoms.map((symptom) => inNewTab(symptomAddress(symptom), help.symptoms[symptom])),
  ]
}
