import {
  NativeSelect,
  Stack,
  Switch,
  type SwitchProps,
  Text,
  Textarea,
  TextInput,
  Box,
  Group,
} from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { Link } from 'wouter'
import { CONTENT_LIMITS } from '../../../../../core/rules/content/content-limits.ts'
import {
  isPlainOption,
  OPTION_NAMES,
  POST_OPTIONS,
  type OptionName,
  type OwnFieldName,
  type PlainOptionName,
} from '../../../../../core/rules/content/post-options.ts'
import { SOFT } from '../../kit/looks.ts'
import { useStrings } from '../../strings/language.tsx'
import { useForm, useOptions } from '../form.tsx'
import { mayCarry, shownAltText, withAltText } from '../options.ts'
import { lacksComments } from '../problems.ts'
import { CharacterCount, Field, TypedList } from './field.tsx'
import { CrossPostField } from './people-and-place.tsx'
import { CoverField } from './cover-field.tsx'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { isVideo } from '../../../../../core/rules/fit/fixes.ts'
import { ThumbnailFrame } from '../../posts/parts.tsx'

/** Those that have a tool of their own. */
const ELSEWHERE: ReadonlySet<OptionName> = new Set(['mediaTags', 'altText', 'altTexts', 'firstComment'])

/** Every option that has no tool of its own. */
export const MORE_OPTIONS: readonly OptionName[] = OPTION_NAMES.filter((name) => !ELSEWHERE.has(name))

export function MoreOptions() {
  const { mediaType } = useForm().editor.composition
  return (
    <Stack gap="lg">
      <CrossPostField />
      {MORE_OPTIONS.filter((name) => mayCarry(mediaType, name)).map((name) => (
        <OptionField key={name} name={name} />
      ))}
    </Stack>
  )
}

interface SwitchOptionProps extends Pick<SwitchProps, 'label' | 'description' | 'checked' | 'disabled'> {
  readonly name: OptionName
  readonly onSwitch: (isOn: boolean) => void
}

function SwitchOption({ name, onSwitch, ...control }: SwitchOptionProps) {
  return (
    <Field of={name}>
      <Switch size="md" {...control} onChange={({ currentTarget }) => onSwitch(currentTarget.checked)} />
    </Field>
  )
}

function OptionField({ name }: { readonly name: OptionName }) {
  if (isPlainOption(name)) return <PlainOption name={name} />
  const Own = OWN_FIELDS[name]
  return Own && <Own />
}

function PlainOption({ name }: { readonly name: PlainOptionName }) {
  const { labels, ...words } = useStrings().compose.options
  const { options, set } = useOptions()
  const { field, isOnUnlessSaid = false } = POST_OPTIONS[name]
  const value = options[name]
  const abouts: Partial<Record<OptionName, string>> = words.abouts
  const about = abouts[name]
  const label = labels[name]
  if (field === 'switch')
    return (
      <SwitchOption
        name={name}
        label={label}
        description={about}
        checked={value === undefined ? isOnUnlessSaid : value === true}
        onSwitch={(isOn) => set({ [name]: isOn === isOnUnlessSaid ? null : isOn })}
      />
    )
  return (
    <Field of={name}>
      <TextInput
        label={label}
        description={about}
        value={typeof value === 'string' ? value : ''}
        onChange={({ currentTarget }) => set({ [name]: currentTarget.value || null })}
      />
    </Field>
  )
}

const STRATEGIES = ['MANUAL', 'SS_PERFORMANCE'] as const

function TrialReel() {
  const words = useStrings().compose.options
  const { options, set } = useOptions()
  const choose = (value: string) => {
    const graduationStrategy = STRATEGIES.find((strategy) => strategy === value)
    set({ trialReel: graduationStrategy === undefined ? null : { graduationStrategy } })
  }
  return (
    <Field of="trialReel">
      <NativeSelect
        size="md"
        label={words.names.trialReel}
        description={words.trialAbout}
        value={options.trialReel?.graduationStrategy ?? 'none'}
        data={(['none', ...STRATEGIES] as const).map((value) => ({ value, label: words.trials[value] }))}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </Field>
  )
}

export function FirstCommentField() {
  const words = useStrings().compose.options
  const { options, set } = useOptions()
  const countId = useId()
  const { firstComment = '' } = options
  return (
    <Field of="firstComment">
      <Textarea
        aria-label={words.names.firstComment}
        autosize
        minRows={2}
        maxRows={8}
        value={firstComment}
        aria-describedby={countId}
        onChange={({ currentTarget }) => set({ firstComment: currentTarget.value || null })}
      />
      <CharacterCount id={countId} text={firstComment} of="firstComment" hint={words.firstCommentAbout} />
    </Field>
  )
}

/** And what both options of comments need. */
function CommentsEnabled() {
  const { compose } = useStrings()
  const words = compose.options
  const { editor, problems } = useForm()
  const { options, set } = useOptions()
  const { commentsEnabled = true } = options
  const isShownBelow = problems.some(({ rule }) => rule === 'optionPermission')
  return (
    <>
      <SwitchOption
        name="commentsEnabled"
        label={words.commentsOff}
        description={words.commentsOffAbout}
        checked={!commentsEnabled}
        onSwitch={(isOff) => set({ commentsEnabled: isOff ? false : null })}
      />
      {lacksComments(editor) && (
        <Text mt="-2xs" {...SOFT}>
          {!isShownBelow && words.refused.optionPermission}{' '}
          <Link href="/settings/accounts">{compose.toAccounts}</Link>
        </Text>
      )}
    </>
  )
}

/** The label that Instagram shows above a post, and whose it is. */
function PaidPartnership() {
  const words = useStrings().compose.options
  const { editor } = useForm()
  const { options, set } = useOptions()
  const { paidPartnership = false, sponsorIds = [] } = options
  const { account } = editor
  const isPossible = account?.loginMethod === 'partner'
  return (
    <>
      <SwitchOption
        name="paidPartnership"
        label={words.paidPartnership}
        description={account && !isPossible ? words.partnershipNeedsLogin : undefined}
        checked={paidPartnership}
        // It can still be switched off where this account cannot have it.
        disabled={!isPossible && !paidPartnership}
        onSwitch={(isOn) =>
          set(isOn ? { paidPartnership: true } : { paidPartnership: null, sponsorIds: null })
        }
      />
      {(paidPartnership || sponsorIds.length > 0) && (
        <Field of="sponsorIds">
          <TypedList
            label={words.names.sponsorIds}
            description={words.sponsorsAbout}
            inputMode="numeric"
            placeholder={words.sponsorId}
            values={sponsorIds}
            max={CONTENT_LIMITS.sponsorIds}
            clean={digitsIn}
            onChange={(ids) => set({ sponsorIds: ids })}
          />
        </Field>
      )}
    </>
  )
}

const MAX_DIGITS = 25

/** Removes everything but digits, as the contract requires. */
const digitsIn = (id: string) => id.replaceAll(/\D/g, '').slice(0, MAX_DIGITS)

export function AltTexts() {
  const words = useStrings().compose.options
  const { editor } = useForm()
  const files = editor.media.filter((file) => file !== null && file !== undefined)
  const pictures = files.filter((file) => !isVideo(file))
  return (
    <Field
      of={editor.composition.mediaType === 'IMAGE' ? 'altText' : 'altTexts'}
      about={pictures.length > 0 ? words.altAbout : words.altNeedsPicture}
    >
      <Stack component="ul" data-fills-later>
        {pictures.map((file) => (
          <AltText key={file.id} file={file} label={words.altOf(files.indexOf(file) + 1, files.length)} />
        ))}
      </Stack>
    </Field>
  )
}

function AltText({ file, label }: { readonly file: MediaFileBody; readonly label: string }) {
  const words = useStrings().compose.options
  const { editor } = useForm()
  const { change } = useOptions()
  const countId = useId()
  const own = shownAltText(editor.composition, file.id)
  const ofFile = file.altText ?? ''
  const altText = own ?? ofFile
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <ThumbnailFrame url={file.thumbnailPreviewUrl} size="4.5rem" />
      <Box flex={1} miw={0}>
        <Textarea
          label={label}
          autosize
          minRows={2}
          maxRows={8}
          value={altText}
          aria-describedby={countId}
          onChange={({ currentTarget: { value } }) =>
            change((now) => withAltText(now, file.id, value === ofFile ? null : value))
          }
        />
        <CharacterCount
          id={countId}
          text={altText}
          of="altText"
          hint={own === undefined && ofFile !== '' ? words.altFromLibrary : undefined}
        />
      </Box>
    </Group>
  )
}

/** In the order of the table. Sponsors stand below the label that they belong to. */
const OWN_FIELDS: Partial<Record<OwnFieldName, () => ReactNode>> = {
  cover: CoverField,
  trialReel: TrialReel,
  paidPartnership: PaidPartnership,
  commentsEnabled: CommentsEnabled,
}
