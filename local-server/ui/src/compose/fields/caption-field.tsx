import { Button, Combobox, Group, Textarea, useCombobox } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { captionFacts } from '../../../../../core/posts/content/caption-facts.ts'
import { pageApi, parseResponse } from '../../api-client.ts'
import { keyedQuery, keys } from '../../query-keys.ts'
import { useStrings } from '../../strings/language.tsx'
import { useForm } from '../form.tsx'
import { complete, completionAt, matching, type Completion } from './completion.ts'
import { FieldNotes } from './field-notes.tsx'
import { CharacterCount } from './options/character-count.tsx'
import { SavedTexts, savedTextsQuery } from './saved-texts.tsx'

const MOST_OFFERED = 8

const captionWordsQuery = keyedQuery(keys.captionWords, {
  queryFn: () => parseResponse(pageApi.captions.words.$get()),
  // What was written yesterday does for today; a caption of a minute ago can be missing.
  staleTime: 60_000,
})

export function CaptionField() {
  const { compose } = useStrings()
  const { editor, problems } = useForm()
  const { caption, mediaType } = editor.composition
  const { hashtags, mentions } = captionFacts(caption)
  const field = useRef<HTMLTextAreaElement>(null)
  const [begun, setBegun] = useState<Completion | null>(null)
  const [showsTexts, { toggle: toggleTexts }] = useDisclosure()
  const offers = useOffers(begun)
  const stop = () => setBegun(null)
  const combobox = useCombobox({ opened: offers.length > 0, onDropdownClose: stop })
  const moveCaret = useCaret(field)
  const put = (place: Completion, insert: string) => {
    const { text, caret } = complete(caption, place, insert)
    stop()
    editor.set({ caption: text })
    moveCaret(caret)
  }
  const insert = (text: string) => {
    const caret = field.current?.selectionEnd ?? caption.length
    put({ kind: 'set', query: '', start: caret, end: caret }, text)
  }
  return (
    <div data-field="caption">
      <Combobox store={combobox} onOptionSubmit={(text) => begun && put(begun, text)} withinPortal={false}>
        <Combobox.Target withKeyboardNavigation={offers.length > 0}>
          <Textarea
            ref={field}
            label={compose.caption}
            placeholder={mediaType === 'STORIES' ? compose.storyPlaceholder : compose.captionPlaceholder}
            autosize
            minRows={5}
            maxRows={16}
            value={caption}
            error={problems.some(({ field: of }) => of === 'caption')}
            aria-describedby="caption-count"
            onChange={({ currentTarget: { value, selectionEnd } }) => {
              editor.set({ caption: value })
              setBegun(completionAt(value, selectionEnd))
              combobox.resetSelectedOption()
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Tab' || event.shiftKey || offers.length === 0) return
              event.preventDefault()
              if (combobox.getSelectedOptionIndex() === -1) combobox.selectFirstOption()
              combobox.clickSelectedOption()
            }}
            onClick={stop}
            onBlur={stop}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={offers.length === 0}>
          <Combobox.Options aria-label={compose.completions}>
            {offers.map(({ label, text }) => (
              <Combobox.Option key={label} value={text} dir="auto">
                {label}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <Group justify="space-between" gap="xs">
        <CharacterCount id="caption-count" text={caption} of="caption">
          {hashtags > 0 && <span>{compose.hashtags(hashtags)}</span>}
          {mentions > 0 && <span>{compose.mentions(mentions)}</span>}
        </CharacterCount>
        <Button size="compact-sm" variant="subtle" mr={-8} aria-expanded={showsTexts} onClick={toggleTexts}>
          {compose.savedTexts.title}
        </Button>
      </Group>
      {showsTexts && <SavedTexts caption={caption} onInsert={insert} />}
      <FieldNotes of="caption" />
    </div>
  )
}

/** What may complete the word at the caret, from one's own captions and saved texts. */
function useOffers(begun: Completion | null): readonly { readonly label: string; readonly text: string }[] {
  const isWord = begun?.kind === 'hashtag' || begun?.kind === 'mention'
  const words = useQuery({ ...captionWordsQuery, enabled: isWord }).data
  const sets = useQuery({ ...savedTextsQuery, enabled: begun?.kind === 'set' }).data?.sets ?? []
  if (begun === null) return []
  if (begun.kind === 'set') {
    const named = sets.map(({ name, text }) => ({ label: name, text }))
    return matching(named, ({ label }) => label, begun.query, MOST_OFFERED)
  }
  const written = words?.[begun.kind === 'hashtag' ? 'hashtags' : 'mentions'] ?? []
  const found = matching(written, (word) => word.slice(1), begun.query, MOST_OFFERED)
  return found.map((word) => ({ label: word, text: word }))
}

/** Moves the caret once the text that it stands in is shown. */
function useCaret(field: React.RefObject<HTMLTextAreaElement | null>) {
  const [wanted, setWanted] = useState<{ readonly at: number } | null>(null)
  useLayoutEffect(() => {
    if (wanted === null) return
    field.current?.focus()
    field.current?.setSelectionRange(wanted.at, wanted.at)
  }, [field, wanted])
  return (at: number) => setWanted({ at })
}
