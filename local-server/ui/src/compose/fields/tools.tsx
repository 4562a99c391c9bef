import { Box, Group } from '@mantine/core'
import {
  AccessibilityIcon,
  CommentIcon,
  ImageIcon,
  type Icon,
  LocationIcon,
  PeopleIcon,
  PersonAddIcon,
  SlidersIcon,
} from '@primer/octicons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { MediaType } from '../../../../../core/rules/publication/post-words.ts'
import { CARD, FIELD_TITLE } from '../../kit/looks.ts'
import { ToolButton } from '../../kit/tool-button.tsx'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { mayCrossPost } from '../composition.ts'
import { focusWithin, useForm, type ComposeTool } from '../form.tsx'
import { chosenOptions, mayCarry } from '../options.ts'
import type { ComposeField } from '../problems.ts'
import { AltTexts, FirstCommentField, MORE_OPTIONS, MoreOptions } from './options/more-options.tsx'
import {
  CollaboratorsField,
  LocationField,
  MentionsField,
  ReelTagsField,
  TagsField,
} from './people-and-place.tsx'
import { KIND_ICONS } from './kind-icons.ts'
import { TypeField } from './type-field.tsx'

interface Tool {
  readonly Icon: Icon
  readonly fields: readonly ComposeField[]
  readonly Panel: () => ReactNode
  readonly isFor: (mediaType: MediaType) => boolean
}

const TOOLS: Readonly<Record<Exclude<ComposeTool, 'when'>, Tool>> = {
  kind: { Icon: ImageIcon, fields: [], Panel: TypeField, isFor: () => true },
  altText: {
    Icon: AccessibilityIcon,
    fields: ['altText', 'altTexts'],
    Panel: AltTexts,
    isFor: (mediaType) => mayCarry(mediaType, 'altText') || mayCarry(mediaType, 'altTexts'),
  },
  people: {
    Icon: PersonAddIcon,
    fields: ['userTags', 'mediaTags', 'storyMentions'],
    Panel: PeopleField,
    isFor: () => true,
  },
  collaborators: {
    Icon: PeopleIcon,
    fields: ['collaborators'],
    Panel: CollaboratorsField,
    isFor: isNoStory,
  },
  location: { Icon: LocationIcon, fields: ['location'], Panel: LocationField, isFor: isNoStory },
  firstComment: {
    Icon: CommentIcon,
    fields: ['firstComment'],
    Panel: FirstCommentField,
    isFor: (mediaType) => mayCarry(mediaType, 'firstComment'),
  },
  options: {
    Icon: SlidersIcon,
    fields: ['crossPostToPartner', ...MORE_OPTIONS],
    Panel: MoreOptions,
    isFor: () => true,
  },
}

const TOOL_NAMES = Object.keys(TOOLS) as (keyof typeof TOOLS)[]

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
  const { labelOf, stateOf } = useToolWords()
  return (
    <Group role="group" aria-label={compose.extras} gap={0}>
      {TOOL_NAMES.filter((name) => TOOLS[name].isFor(mediaType)).map((name) => {
        const { fields, ...tool } = TOOLS[name]
        const Sign = name === 'kind' ? KIND_ICONS[mediaType] : tool.Icon
        const isWrong = problems.some(({ field }) => fields.includes(field))
        const state = isWrong ? compose.needsLook : stateOf(name)
        return (
          <ToolButton
            key={name}
            label={state === null ? labelOf(name) : `${labelOf(name)}: ${state}`}
            withinPortal={false}
            size="2.5rem"
            variant={openTool === name ? 'default' : 'subtle'}
            {...(isWrong && { color: 'red' })}
            {...(!isWrong && state !== null && name !== 'kind' && { color: 'indigo' })}
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
  const { labelOf } = useToolWords()
  const box = useRef<HTMLElement>(null)
  const tool = openTool === null || openTool === 'when' ? null : TOOLS[openTool]
  const isShown = tool?.isFor(editor.composition.mediaType) ?? false
  useEffect(() => {
    if (isShown) focusWithin(box.current)
  }, [openTool, isShown])
  if (tool === null || openTool === null || !isShown) return null
  return (
    <Box component="section" ref={box} {...CARD} p="md" aria-labelledby="open-tool">
      <Box {...FIELD_TITLE} id="open-tool">
        {labelOf(openTool)}
      </Box>
      <tool.Panel />
    </Box>
  )
}

function useToolWords() {
  const { compose } = useStrings()
  const formats = useFormats()
  const { editor } = useForm()
  const { composition, account } = editor
  const { mediaType, userTags, storyMentions, collaborators } = composition
  const chosen = chosenOptions(composition)
  const labels: Readonly<Record<ComposeTool, string>> = {
    kind: compose.kind,
    altText: compose.options.names.altText,
    people: mediaType === 'STORIES' ? compose.storyMentions : compose.tags,
    collaborators: compose.collaborators,
    location: compose.location,
    firstComment: compose.options.names.firstComment,
    options: compose.options.title,
    when: compose.when,
  }
  const peopleCount =
    mediaType === 'STORIES'
      ? storyMentions.length
      : (composition.options.mediaTags?.flatMap((tags) => tags.userTags).length ?? userTags.length)
  const isCrossPost = composition.crossPost && account !== undefined && mayCrossPost(mediaType, account)
  const more = [
    ...(isCrossPost ? [compose.crossPost] : []),
    ...MORE_OPTIONS.filter((name) => chosen.includes(name)).map((name) => compose.options.names[name]),
  ]
  const isWritten = (...names: typeof chosen) => names.some((name) => chosen.includes(name))
  const states: Readonly<Record<ComposeTool, string | false>> = {
    kind: compose.kinds[mediaType].name,
    altText: isWritten('altText', 'altTexts') && compose.isSet,
    people: peopleCount > 0 && compose.people(peopleCount),
    collaborators: collaborators.length > 0 && collaborators.map((name) => `@${name}`).join(', '),
    location: composition.locationName.trim() || composition.locationId.trim() || false,
    firstComment: isWritten('firstComment') && compose.isSet,
    options: more.length > 0 && formats.list([...new Set(more)]),
    when: false,
  }
  return {
    labelOf: (name: ComposeTool) => labels[name],
    stateOf: (name: ComposeTool) => states[name] || null,
  }
}
