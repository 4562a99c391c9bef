import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { SearchIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { accountsQuery } from '../shared/account-queries.ts'
import { useStrings } from '../strings/language.tsx'
import { MEDIA_TYPES_SHOWN, type PostListFilter, type ShownState } from './post-filter.ts'
import classes from './post-filters.module.css'

interface PostFiltersProps {
  readonly filter: PostListFilter
  readonly onChange: (
    part: Partial<Pick<PostListFilter, 'text' | 'state' | 'accountId' | 'mediaType'>>,
  ) => void
}

const ANY = ''

export function PostFilters({ filter, onChange }: PostFiltersProps) {
  const { posts } = useStrings()
  const { filters, status, type } = posts
  const states: { value: ShownState; label: string }[] = [
    { value: 'drafts', label: status.DRAFT },
    { value: 'scheduled', label: status.SCHEDULED },
    { value: 'under-way', label: filters.underWay },
    { value: 'published', label: status.PUBLISHED },
    { value: 'failed', label: status.FAILED },
  ]
  return (
    <search className={classes.filters} aria-label={filters.label}>
      <SearchField text={filter.text} onChange={(text) => onChange({ text })} />
      <NativeSelect
        label={filters.status}
        size="md"
        value={filter.state ?? ANY}
        data={[{ value: ANY, label: filters.anyStatus }, ...states]}
        onChange={({ currentTarget }) =>
          onChange({ state: states.find(({ value }) => value === currentTarget.value)?.value ?? null })
        }
      />
      <AccountFilter accountId={filter.accountId} onChange={(accountId) => onChange({ accountId })} />
      <NativeSelect
        label={filters.type}
        size="md"
        value={filter.mediaType ?? ANY}
        data={[
          { value: ANY, label: filters.anyType },
          ...MEDIA_TYPES_SHOWN.map((value) => ({ value, label: type[value] })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ mediaType: MEDIA_TYPES_SHOWN.find((value) => value === currentTarget.value) ?? null })
        }
      />
    </search>
  )
}

const TYPING_PAUSE_MS = 250

interface SearchFieldProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

/** Searches when the typing pauses. A change of the address that the field did not make is shown in it. */
function SearchField({ text, onChange }: SearchFieldProps) {
  const { filters } = useStrings().posts
  const [typed, setTyped] = useState(text)
  const written = useRef(text)
  const writeToAddress = useDebouncedCallback((value: string) => {
    written.current = value
    onChange(value)
  }, TYPING_PAUSE_MS)
  useEffect(() => {
    if (text === written.current) return
    written.current = text
    setTyped(text)
  }, [text])
  return (
    <TextInput
      className={classes.search}
      type="search"
      label={filters.search}
      placeholder={filters.searchHint}
      maxLength={200}
      leftSection={<SearchIcon />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        writeToAddress(currentTarget.value)
      }}
    />
  )
}

interface AccountFilterProps {
  readonly accountId: string | null
  readonly onChange: (accountId: string | null) => void
}

/** With one account there is nothing to choose, unless the address names another. */
function AccountFilter({ accountId, onChange }: AccountFilterProps) {
  const { posts } = useStrings()
  const accounts = useQuery(accountsQuery).data ?? []
  if (accounts.length < 2 && accountId === null) return null
  const known = accounts.map(({ id, username }) => ({ value: id, label: username }))
  const isKnown = accountId === null || accounts.some(({ id }) => id === accountId)
  const other = isKnown ? [] : [{ value: accountId, label: posts.disconnectedAccount }]
  return (
    <NativeSelect
      label={posts.filters.account}
      size="md"
      value={accountId ?? ANY}
      data={[{ value: ANY, label: posts.filters.anyAccount }, ...known, ...other]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === ANY ? null : currentTarget.value)}
    />
  )
}
