import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { SearchIcon } from '@primer/octicons-react'
import { useEffect, useRef, useState } from 'react'
import { useStrings } from '../../strings/language.tsx'

const TYPING_PAUSE_MS = 250

interface SearchFieldProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

/** Searches when the typing pauses. A change of the address that the field did not make is shown in it. */
export function SearchField({ text, onChange }: SearchFieldProps) {
  const { list } = useStrings().plan
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
  const field = useRef<HTMLInputElement>(null)
  // Somebody pressed the key of the search elsewhere.
  useEffect(() => {
    if ((window.history.state as { isSearching?: true } | null)?.isSearching) field.current?.focus()
  }, [])
  return (
    <TextInput
      ref={field}
      flex="0 1 22rem"
      miw={0}
      size="sm"
      type="search"
      aria-label={list.search}
      placeholder={list.search}
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
