import {
  Box,
  Button,
  Combobox,
  Group,
  Textarea,
  useCombobox,
  ActionIcon,
  Paper,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { useDisclosure, getHotkeyHandler } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { captionFacts } from '../../../../../core/rules/content/caption-facts.ts'
import { pageApi, parseResponse } from '../../api-client.ts'
import { isForInputMethod } from '../../shared/input-method.ts'
import { keyedQuery, keys } from '../../query-keys.ts'
import { useStrings } from '../../strings/language.tsx'
import { useForm } from '../form.tsx'
import { complete, completionAt, matching, type Completion } from './completion.ts'
import { FieldNotes, CharacterCount } from './field.tsx'
import { QuoteIcon, XIcon } from '@primer/octicons-react'
import { ToolButton } from '../../kit/tool-button.tsx'
import classes from './caption-field.module.css'
import { offerUndo } from '../../shared/undo.tsx'
import { useAnsweredChange } from '../../shared/use-change.ts'

const MOST_OFFERED = 8

const captionWordsQuery = keyedQuery(keys.captionWords, {
  queryFn: () => parseResponse(pageApi.captions.words.$get()),
  // Older words are enough: a caption from the last minute may be missing.
  staleTime: 60_000,
})

/** The caption, with what can be done about the post below it. */
export function CaptionField({ children }: { readonly children: ReactNode }) {
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
  const isWrong = problems.some(({ field: of }) => of === 'caption')
  useFocusOnArrival(field)
  useSight(field, editor.media.filter((file) => file).length)
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
      <Box className={classes.card} data-wrong={isWrong || undefined}>
        <Combobox store={combobox} onOptionSubmit={(text) => begun && put(begun, text)} withinPortal={false}>
          <Combobox.Target withKeyboardNavigation={offers.length > 0}>
            <Textarea
              ref={field}
              aria-label={compose.caption}
              data-autofocus
              variant="unstyled"
              classNames={{ input: classes.text ?? '' }}
              placeholder={mediaType === 'STORIES' ? compose.storyPlaceholder : compose.captionPlaceholder}
              autosize
              minRows={4}
              maxRows={16}
              value={caption}
              aria-invalid={isWrong}
              aria-describedby="caption-count"
              onChange={({ currentTarget: { value, selectionEnd } }) => {
                editor.set({ caption: value })
                setBegun(completionAt(value, selectionEnd))
                combobox.resetSelectedOption()
              }}
              onKeyDown={(event) => {
                const isMeant = event.key === 'Tab' && !event.shiftKey && !isForInputMethod(event.nativeEvent)
                if (!isMeant || offers.length === 0) return
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
        <Foot caption={caption} showsTexts={showsTexts} onTexts={toggleTexts}>
          {children}
        </Foot>
      </Box>
      {showsTexts && <SavedTexts caption={caption} onInsert={insert} />}
      <FieldNotes of="caption" />
    </div>
  )
}

interface FootProps {
  readonly caption: string
  readonly showsTexts: boolean
  readonly onTexts: () => void
  readonly children: ReactNode
}

function Foot({ caption, showsTexts, onTexts, children }: FootProps) {
  const { compose } = useStrings()
  const { hashtags, mentions } = captionFacts(caption)
  return (
    <Group justify="space-between" gap="0 xs" px="5xs" pb="4xs" className={classes.foot ?? ''}>
      <Group gap={0}>
        {children}
        <ToolButton
          label={compose.savedTexts.title}
          withinPortal={false}
          size="2.5rem"
          variant={showsTexts ? 'default' : 'subtle'}
          aria-expanded={showsTexts}
          onClick={onTexts}
        >
          <QuoteIcon size={18} />
        </ToolButton>
      </Group>
      <CharacterCount id="caption-count" text={caption} of="caption">
        {hashtags > 0 && <span>{compose.hashtags(hashtags)}</span>}
        {mentions > 0 && <span>{compose.mentions(mentions)}</span>}
      </CharacterCount>
    </Group>
  )
}

/** What may complete the word at the caret, from the user's own captions and saved texts. */
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

/** The sheet gives the caption its focus when it opens; a stored post arrives only after that, and has it unless it is used elsewhere. */
function useFocusOnArrival(field: React.RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    const at = document.activeElement
    if (at === document.body || at?.matches('[role=dialog], [data-landing]'))
      field.current?.focus({ preventScroll: true })
  }, [field])
}

/** The files that come to stand above it do not push it out of sight while it has the focus. */
function useSight(field: React.RefObject<HTMLTextAreaElement | null>, filesAbove: number) {
  useEffect(() => {
    if (filesAbove > 0 && document.activeElement === field.current)
      field.current?.scrollIntoView({ block: 'nearest' })
  }, [field, filesAbove])
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

interface SavedTextsProps {
  readonly caption: string
  readonly onInsert: (text: string) => void
}

/** Texts that are kept to be inserted, and a place to keep this caption as one. */
function SavedTexts({ caption, onInsert }: SavedTextsProps) {
  const { compose, library } = useStrings()
  const { savedTexts } = compose
  const client = useQueryClient()
  const [name, setName] = useState('')
  const nameField = useRef<HTMLInputElement>(null)
  const sets = useQuery(savedTextsQuery).data?.sets ?? []
  const change = useChangeSavedText()
  const isWhole = name.trim() !== '' && caption !== ''
  // The control that was pressed is gone or closed by then.
  const focusName = () => nameField.current?.focus()
  const offerBack = (message: string, before: SavedText) =>
    offerUndo(message, async () => void client.setQueryData(keys.savedTexts, await storeText(before)))
  const remove = (set: SavedText) => {
    const onSuccess = () => {
      focusName()
      offerBack(library.removed(set.name), set)
    }
    change.mutate({ name: set.name, text: null }, { onSuccess })
  }
  const save = () => {
    const before = sets.find((set) => set.name === name.trim())
    const onSuccess = () => {
      setName('')
      focusName()
      if (before) offerBack(library.replaced(before.name), before)
    }
    change.mutate({ name: name.trim(), text: caption }, { onSuccess })
  }
  return (
    <Paper component="section" withBorder p="sm" mt="xs" aria-label={savedTexts.title}>
      <Stack gap="sm">
        {sets.length === 0 && <Text size="sm">{savedTexts.none}</Text>}
        <Stack component="ul" gap="4xs" mah="14rem" style={{ overflowY: 'auto' }}>
          {sets.map(({ name: set, text }) => (
            <Group component="li" key={set} gap="xs" wrap="nowrap">
              <UnstyledButton flex={1} miw={0} py="3xs" onClick={() => onInsert(text)}>
                <Text size="sm" fw={600} truncate dir="auto">
                  {set}
                </Text>
                <Text size="sm" c="dimmed" truncate dir="auto">
                  {text}
                </Text>
              </UnstyledButton>
              <ActionIcon
                size="lg"
                aria-label={savedTexts.remove(set)}
                onClick={() => remove({ name: set, text })}
              >
                <XIcon />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
        <Group gap="xs" align="end" wrap="nowrap">
          <TextInput
            ref={nameField}
            flex={1}
            label={savedTexts.name}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            // Enter must not submit the composer's form around it.
            onKeyDown={getHotkeyHandler([
              ['Enter', (event: KeyboardEvent) => isWhole && !isForInputMethod(event) && save()],
            ])}
          />
          <Button size="md" variant="default" disabled={!isWhole} loading={change.isPending} onClick={save}>
            {savedTexts.save}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

const savedTextsQuery = keyedQuery(keys.savedTexts, {
  queryFn: () => parseResponse(pageApi.captions.sets.$get()),
})

interface SavedText {
  readonly name: string
  readonly text: string | null
}

/** Saves a text by a name, or removes it: null. */
function storeText({ name, text }: SavedText) {
  const named = pageApi.captions.sets[':name']
  const param = { name: encodeURIComponent(name) }
  return text === null
    ? parseResponse(named.$delete({ param }))
    : parseResponse(named.$put({ param, json: { text } }))
}

const useChangeSavedText = () => useAnsweredChange(keys.savedTexts, storeText)
