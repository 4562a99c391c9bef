import { Box, Group, Radio, SimpleGrid, Text } from '@mantine/core'
import {
  AccessibilityIcon,
  CommentIcon,
  ImageIcon,
  type Icon,
  LocationIcon,
  PeopleIcon,
  PersonAddIcon,
  SlidersIcon,
  DeviceMobileIcon,
  StackIcon,
  VideoIcon,
} from '@primer/octicons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { MediaType } from '../../../../../core/rules/publication/post-words.ts'
import { CARD, FIELD_TITLE, SMALL } from '../../kit/looks.ts'
import { ToolButton } from '../../kit/tool-button.tsx'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { mayCrossPost, everyId, userTagsToSend, withMediaType } from '../composition.ts'
import { focusWithin, useForm, type ComposeTool } from '../form.tsx'
import { chosenOptions, mayCarry, optionsToSend } from '../options.ts'
import { type ComposeField, kindOf } from '../problems.ts'
import { AltTexts, FirstCommentField, MORE_OPTIONS, MoreOptions } from './more-options.tsx'
import {
  CollaboratorsField,
  LocationField,
  MentionsField,
  ReelTagsField,
  TagsField,
} from './people-and-place.tsx'
import { useMedia } from '../../library/media-queries.ts'

interface Tool {
  readonly Icon: Icon
  readonly fields: readonly ComposeField[]
  readonly Panel: () => ReactNode
  /** Absent where every kind of post has a place for it. */
  readonly isFor?: (mediaType: MediaType) => boolean
}

type ToolName = Exclude<ComposeTool, 'when'>

const TOOLS: Readonly<Record<ToolName, Tool>> = {
  kind: { Icon: ImageIcon, fields: [], Panel: TypeField },
  altText: {
    Icon: AccessibilityIcon,
    fields: ['altText', 'altTexts'],
    Panel: AltTexts,
    isFor: (mediaType) => mayCarry(mediaType, 'altText') || mayCarry(mediaType, 'altTexts'),
  },
  people: { Icon: PersonAddIcon, fields: ['userTags', 'mediaTags', 'storyMentions'], Panel: PeopleField },
  collaborators: { Icon: PeopleIcon, fields: ['collaborators'], Panel: CollaboratorsField, isFor: isNoStory },
  location: { Icon: LocationIcon, fields: ['location'], Panel: LocationField, isFor: isNoStory },
  firstComment: {
    Icon: CommentIcon,
    fields: ['firstComment'],
    Panel: FirstCommentField,
    isFor: (mediaType) => mayCarry(mediaType, 'firstComment'),
  },
  options: { Icon: SlidersIcon, fields: ['crossPostToPartner', ...MORE_OPTIONS], Panel: MoreOptions },
}

const TOOL_NAMES = Object.keys(TOOLS) as ToolName[]

const isFor = (name: ToolName, mediaType: MediaType) => TOOLS[name].isFor?.(mediaType) ?? true

function isNoStory(mediaType: MediaType): boolean {
  return mediaType !== 'STORIES'
}

function PeopleField() {
  const { mediaType } = useForm().editor.composition
  if (mediaType === 'STORIES') return <MentionsField />
  return mediaType === 'REELS' ? <ReelTagsField /> : <TagsField />
}

/** The tool in which a field is; null for one that is always in sight. */
export function toolOf(field: ComposeField): ComposeTool | null {
  if (field === 'when') return field
  return TOOL_NAMES.find((name) => TOOLS[name].fields.includes(field)) ?? null
}

/** Fields that most posts do without, as far as the kind of post has a place for them: an icon each, which says what is chosen. */
export function ToolRow() {
  const { compose } = useStrings()
  const { editor, openTool, problems, toggleTool } = useForm()
  const { mediaType } = editor.composition
  const { labels, states } = useToolWords()
  return (
    <Group role="group" aria-label={compose.extras} gap={0}>
      {TOOL_NAMES.filter((name) => isFor(name, mediaType)).map((name) => {
        const { fields, ...tool } = TOOLS[name]
        const Sign = name === 'kind' ? KIND_ICONS[mediaType] : tool.Icon
        const isWrong = problems.some(({ field }) => fields.includes(field))
        const state = isWrong ? compose.needsLook : states[name]
        return (
          <ToolButton
            key={name}
            label={state ? `${labels[name]}: ${state}` : labels[name]}
            withinPortal={false}
            size="2.5rem"
            variant={openTool === name ? 'default' : 'subtle'}
            {...(isWrong && { color: 'red' })}
            {...(!isWrong && state && name !== 'kind' && { color: 'indigo' })}
            aria-expanded={openTool === name}
            onClick={() => toggleTool(name)}
          >
            <Sign size={18} />
          </ToolButton>
        )
      })}
    </Group>
  )
}

/** The controls of the tool that is open; the keyboard goes on in them. */
export function OpenTool() {
  const { openTool, editor } = useForm()
  const { labels } = useToolWords()
  const box = useRef<HTMLElement>(null)
  const name = openTool === 'when' ? null : openTool
  const isShown = name !== null && isFor(name, editor.composition.mediaType)
  useEffect(() => {
    if (isShown) focusWithin(box.current)
  }, [name, isShown])
  if (!isShown) return null
  const { Panel } = TOOLS[name]
  return (
    <Box component="section" ref={box} {...CARD} p="md" aria-labelledby="open-tool">
      <Box {...FIELD_TITLE} id="open-tool">
        {labels[name]}
      </Box>
      <Panel />
    </Box>
  )
}

function useToolWords() {
  const { compose } = useStrings()
  const formats = useFormats()
  const { editor } = useForm()
  const { composition, account } = editor
  const { mediaType, storyMentions, collaborators } = composition
  const { mediaTags } = optionsToSend(composition)
  const chosen = chosenOptions(composition)
  const labels: Readonly<Record<ToolName, string>> = {
    kind: compose.kind,
    altText: compose.options.names.altText,
    people: mediaType === 'STORIES' ? compose.storyMentions : compose.tags,
    collaborators: compose.collaborators,
    location: compose.location,
    firstComment: compose.options.names.firstComment,
    options: compose.options.title,
  }
  const peopleCount =
    mediaType === 'STORIES'
      ? storyMentions.length
      : (mediaTags?.flatMap((tags) => tags.userTags) ?? userTagsToSend(composition)).length
  const isCrossPost = composition.crossPost && account !== undefined && mayCrossPost(mediaType, account)
  const more = [
    ...(isCrossPost ? [compose.crossPost] : []),
    ...MORE_OPTIONS.filter((name) => chosen.includes(name)).map((name) => compose.options.names[name]),
  ]
  const isWritten = (...names: typeof chosen) => names.some((name) => chosen.includes(name))
  /** What is chosen, where something is. */
  const states: Readonly<Record<ToolName, string | false>> = {
    kind: compose.kinds[mediaType].name,
    altText: isWritten('altText', 'altTexts') && compose.isSet,
    people: peopleCount > 0 && compose.people(peopleCount),
    collaborators: collaborators.map((name) => `@${name}`).join(', '),
    location: composition.locationName.trim() || composition.locationId.trim(),
    firstComment: isWritten('firstComment') && compose.isSet,
    options: more.length > 0 && formats.list([...new Set(more)]),
  }
  return { labels, states }
}

/** In the order in which kinds are offered. */
export const KIND_ICONS: Readonly<Record<MediaType, Icon>> = {
  IMAGE: ImageIcon,
  CAROUSEL: StackIcon,
  REELS: VideoIcon,
  STORIES: DeviceMobileIcon,
}

const KINDS = Object.keys(KIND_ICONS) as readonly MediaType[]

export function TypeField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { mediaType } = editor.composition
  const ids = everyId(editor.composition)
  const files = useMedia(ids, editor.post?.mediaFiles ?? [])
  const choose = (chosen: string) => {
    const kinds = new Map(files.map((file, index) => [ids[index], file ? kindOf(file) : undefined]))
    editor.change((now) => withMediaType(now, chosen as MediaType, (id) => kinds.get(id)))
  }
  return (
    <Radio.Group labelProps={{ id: 'open-tool' }} value={mediaType} onChange={choose}>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="2xs">
        {KINDS.map((kind) => (
          <Radio.Card key={kind} value={kind} px="sm" py="xs">
            <Group component="span" gap="2xs" wrap="nowrap">
              <Box component={KIND_ICONS[kind]} size={20} c={kind === mediaType ? 'var(--link)' : 'dimmed'} />
              <Text span fw={600} lh={1.3}>
                {compose.kinds[kind].name}
              </Text>
            </Group>
            <Text span display="block" mt="5xs" {...SMALL} lh={1.35}>
              {compose.kinds[kind].about}
            </Text>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
