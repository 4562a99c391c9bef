import { Button, Group, NativeSelect, SegmentedControl, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { MEDIA_TYPE_OPTIONS } from '../../plan/plan-address.ts'
import { LoadProblem } from '../../kit/problem-note.tsx'
import { SearchField } from '../../shared/search-field.tsx'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { ANY_FILE, useLibrary, type LibraryFilter } from '../media-queries.ts'
import type { Choice } from './grid-cells.tsx'
import { MediaGrid, type MediaGridHandle } from './media-grid.tsx'

interface StoredMediaProps extends Choice {
  readonly filter: LibraryFilter
  readonly onFilter: (change: Partial<LibraryFilter>) => void
  /** Shows one kind alone: nobody may choose another. */
  readonly isOneKind?: boolean
  readonly dense?: boolean
  /** Stands where nothing is stored at all. */
  readonly empty: ReactNode
}

/** What is stored, month by month, under one bar that says what of it is shown. */
export function StoredMedia({
  filter,
  onFilter,
  isOneKind = false,
  empty,
  dense = false,
  ...on
}: StoredMediaProps) {
  const { library } = useStrings()
  const formats = useFormats()
  const grid = useRef<MediaGridHandle>(null)
  const list = useLibrary(filter)
  const data = list.data
  if (list.isError && data === undefined)
    return <LoadProblem error={list.error} onRetry={() => void list.refetch()} />
  const { text, kind, worksFor, isUnused } = filter
  const isFiltered = text !== '' || worksFor !== null || isUnused || (!isOneKind && kind !== null)
  if (data?.ids.length === 0 && !isFiltered && !list.isPlaceholderData) return empty
  return (
    <>
      <FilterBar filter={filter} onFilter={onFilter} isOneKind={isOneKind} />
      <Group justify="space-between" mih="2.25rem" mb="xs" c="dimmed">
        <p role="status">{data && library.count(data.ids.length, formats.number(data.ids.length))}</p>
        {data && data.months.length > 1 && (
          <NativeSelect
            aria-label={library.toMonth}
            value=""
            data={[
              { value: '', label: library.toMonth, disabled: true },
              ...data.months.map(({ month, count }) => ({
                value: month,
                label: `${formats.month(new Date(`${month}-15T12:00`))} (${formats.number(count)})`,
              })),
            ]}
            onChange={({ currentTarget }) => grid.current?.scrollToMonth(currentTarget.value)}
          />
        )}
      </Group>
      {data === undefined ? (
        <SkeletonGrid dense={dense} />
      ) : data.ids.length === 0 ? (
        <Nothing onClear={() => onFilter({ ...ANY_FILE, kind: isOneKind ? kind : null })} />
      ) : (
        <MediaGrid ref={grid} list={data} label={library.storedMedia} dense={dense} {...on} />
      )}
    </>
  )
}

const ANY = ''

/** One bar: words, kind, what it works for, and whether anything uses it. */
function FilterBar({
  filter,
  onFilter,
  isOneKind,
}: Pick<StoredMediaProps, 'filter' | 'onFilter' | 'isOneKind'>) {
  const { library } = useStrings()
  return (
    <Group component="search" gap="sm" mb="sm" aria-label={library.filters}>
      <SearchField
        flex="1 1 10rem"
        aria-label={library.searchIn}
        placeholder={library.search}
        text={filter.text}
        onSearch={(text) => onFilter({ text })}
      />
      {!isOneKind && (
        <>
          <SegmentedControl
            aria-label={library.show}
            value={filter.kind ?? ANY}
            onChange={(kind) => onFilter({ kind: kind === 'image' || kind === 'video' ? kind : null })}
            data={[
              { value: ANY, label: library.all },
              { value: 'image', label: library.photos },
              { value: 'video', label: library.videos },
            ]}
          />
          <NativeSelect
            flex="0 1 11rem"
            miw={0}
            aria-label={library.suits}
            value={filter.worksFor ?? ANY}
            data={[
              { value: ANY, label: library.anyUse },
              ...MEDIA_TYPE_OPTIONS.map((value) => ({ value, label: library.worksFor[value] })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              onFilter({ worksFor: MEDIA_TYPE_OPTIONS.find((one) => one === value) ?? null })
            }
          />
        </>
      )}
      <Button
        variant={filter.isUnused ? 'light' : 'default'}
        aria-pressed={filter.isUnused}
        onClick={() => onFilter({ isUnused: !filter.isUnused })}
      >
        {library.unused}
      </Button>
    </Group>
  )
}

function Nothing({ onClear }: { readonly onClear: () => void }) {
  const { library } = useStrings()
  return (
    <Text component="div" c="dimmed" ta="center" py="2xl">
      <p>{library.noMatch}</p>
      <Button variant="subtle" mt="xs" onClick={onClear}>
        {library.showAll}
      </Button>
    </Text>
  )
}

function SkeletonGrid({ dense }: { readonly dense: boolean }) {
  return (
    <SimpleGrid cols={{ base: 3, sm: dense ? 6 : 5, lg: dense ? 6 : 7 }} spacing="xs" aria-hidden="true">
      {Array.from({ length: 14 }, (_, index) => (
        <Skeleton key={index} radius="md" style={{ aspectRatio: 1, height: 'auto' }} />
      ))}
    </SimpleGrid>
  )
}
