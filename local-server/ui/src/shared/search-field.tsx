import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { SearchIcon } from '@primer/octicons-react'
import { useEffect, useRef, useState } from 'react'

const TYPING_PAUSE_MS = 250

interface SearchFieldProps extends TextInputProps {
  /** What is searched for. */
  readonly text: string
  readonly onSearch: (text: string) => void
}

/** Searches when the typing pauses. A change of the text that the field did not make is shown in it. */
export function SearchField({ text, onSearch, ...input }: SearchFieldProps) {
  const [typed, setTyped] = useState(text)
  const written = useRef(text)
  const searchSoon = useDebouncedCallback((value: string) => {
    written.current = value
    onSearch(value)
  }, TYPING_PAUSE_MS)
  useEffect(() => {
    if (text === written.current) return
    written.current = text
    setTyped(text)
  }, [text])
  const field = useRef<HTMLInputElement>(null)
  // Somebody pressed the key of the search elsewhere.
  useEffect(() => {
    if ((window.history.state as { isSearching?: true } | null)?.isSearching) field.current?.focus()
  }, [])
  return (
    <TextInput
      ref={field}
      size="sm"
      type="search"
      maxLength={200}
      leftSection={<SearchIcon />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        searchSoon(currentTarget.value)
      }}
      {...input}
    />
  )
}
