// What of the library is shown, kept in the address, so that a reload, the way back and a bookmark find it again.
import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { MEDIA_TYPE_OPTIONS } from '../../plan/media-types.ts'
import type { LibraryFilter } from '../media-queries.ts'

const KINDS = ['image', 'video'] as const

export function useLibraryAddress(): [LibraryFilter, (change: Partial<LibraryFilter>) => void] {
  const search = useSearch()
  const [, navigate] = useLocation()
  const filter = useMemo(() => readFilter(new URLSearchParams(search)), [search])
  const change = useCallback(
    (part: Partial<LibraryFilter>) => {
      const query = new URLSearchParams(search)
      writeFilter(query, { ...readFilter(query), ...part })
      navigate(query.size === 0 ? '/library' : `/library?${query}`, { replace: true })
    },
    [navigate, search],
  )
  return [filter, change]
}

function readFilter(query: URLSearchParams): LibraryFilter {
  return {
    text: query.get('text') ?? '',
    kind: KINDS.find((kind) => kind === query.get('kind')) ?? null,
    worksFor: MEDIA_TYPE_OPTIONS.find((type) => type === query.get('works')) ?? null,
    isUnused: query.has('unused'),
  }
}

function writeFilter(query: URLSearchParams, { text, kind, worksFor, isUnused }: LibraryFilter): void {
  const values = { text: text || null, kind, works: worksFor, unused: isUnused ? 'yes' : null }
  for (const [name, value] of Object.entries(values)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
}
