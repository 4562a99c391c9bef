import { Button, Combobox, Group, Textarea, useCombobox } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { captionFacts } from '../../../../../core/posts/content/caption-facts.ts'
import { useStrings } from '../../strings/language.tsx'
import { useForm } from '../form.tsx'
import { captionWordsQuery, savedTextsQuery } from './caption-queries.ts'
import { complete, completionAt, matching, type Completion } from './completion.ts'
import { FieldNotes } from './field-notes.tsx'
import { CharacterCount } from './options/character-count.tsx'
import { SavedTexts } from './saved-texts.tsx'

const MOST_OFFERED = 8

export function CaptionField() {
  const { compose } = useStrings()
  const { editor, problems } = useForm()
  const { caption, mediaType } = editor.composition
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
        <CaptionCount caption={caption} />
        <Button size="compact-sm" variant="subtle" aria-expanded={showsTexts} onClick={toggleTexts}>
          {compose.savedTexts.title}
        </Button>
      </Group>
      {showsTexts && <SavedTexts caption={caption} onInsert={insert} />}
      <FieldNotes of="caption" />
    </div>
  )
}

interface Offer {
  readonly label: string
  readonly text: string
}

/** What may complete the word at the caret, from one's own captions and saved texts. */
function useOffers(begun: Completion | null): Offer[] {
  const kind = begun?.kind
  const words = useQuery({ ...captionWordsQuery, enabled: kind === 'hashtag' || kind === 'mention' }).data
  const sets = useQuery({ ...savedTextsQuery, enabled: kind === 'set' }).data?.sets
  if (begun === null) return []
  const all: Offer[] =
    begun.kind === 'set'
      ? (sets ?? []).map(({ name, text }) => ({ label: name, text }))
      : (words?.[begun.kind === 'hashtag' ? 'hashtags' : 'mentions'] ?? []).map((word) => ({
          label: word,
          text: word,
        }))
  const written = ({ label }: Offer) => (begun.kind === 'set' ? label : label.slice(1))
  return matching(all, written, begun.query, MOST_OFFERED)
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

function CaptionCount({ caption }: { readonly caption: string }) {
  const { compose } = useStrings()
  const { hashtags, mentions } = captionFacts(caption)
  return (
    <CharacterCount id="caption-count" text={caption} of="caption">
      {hashtags > 0 && <span>{compose.hashtags(hashtags)}</span>}
      {mentions > 0 && <span>{compose.mentions(mentions)}</span>}
    </CharacterCount>
  )
}
