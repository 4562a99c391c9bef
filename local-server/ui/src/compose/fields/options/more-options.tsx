import { NativeSelect, Stack, Switch, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { SlidersIcon } from '@primer/octicons-react'
import { useId } from 'react'
import { Link } from 'wouter'
import { OPTION_NAMES } from '../../../../../../core/posts/content/post-options.ts'
import { CONTENT_LIMITS } from '../../../../../../core/posts/content/content-limits.ts'
import { useFormats, useStrings } from '../../../strings/language.tsx'
import { SOFT } from '../../../kit/looks.ts'
import { useForm } from '../../form.tsx'
import { chosenOptions } from '../../options.ts'
import { lacksComments } from '../../problems.ts'
import { Fold } from '../extra.tsx'
import { AltTexts } from './alt-texts.tsx'
import { CharacterCount } from './character-count.tsx'
import { CoverField } from './cover-field.tsx'
import { Option, useOptions } from './option.tsx'

/** People have a place of their own. */
const HERE = OPTION_NAMES.filter((name) => name !== 'mediaTags')

/** Folded until it is wanted. Every field is there also while it is folded, so that a problem can lead to it. */
export function MoreOptions() {
  const words = useStrings().compose.options
  const formats = useFormats()
  const { editor, problems } = useForm()
  const shown = chosenOptions(editor.composition).filter((name) => name !== 'mediaTags')
  const chosen = new Set(shown.map((name) => words.names[name]))
  const isWrong = problems.some(({ field }) => HERE.some((name) => name === field))
  const isReel = editor.composition.mediaType === 'REELS'
  return (
    <Fold
      icon={SlidersIcon}
      label={words.title}
      state={chosen.size === 0 ? words.none : formats.list([...chosen])}
      isWrong={isWrong}
    >
      {(isOpen) => (
        <Stack gap="sm" pt={4} pb="lg" px="md">
          {!isReel && <AltTexts />}
          {isReel && <CoverField isShown={isOpen} />}
          {isReel && <ReelOptions />}
          <LabelOptions />
          <CommentOptions />
        </Stack>
      )}
    </Fold>
  )
}

const STRATEGIES = ['MANUAL', 'SS_PERFORMANCE'] as const

function ReelOptions() {
  const words = useStrings().compose.options
  const { options, set } = useOptions()
  const trial = options.trialReel?.graduationStrategy
  const choose = (value: string) => {
    const graduationStrategy = STRATEGIES.find((strategy) => strategy === value)
    set({ trialReel: graduationStrategy === undefined ? null : { graduationStrategy } })
  }
  return (
    <>
      <Option name="shareToFeed">
        <Switch
          size="md"
          label={words.shareToFeed}
          checked={options.shareToFeed ?? true}
          onChange={({ currentTarget: { checked } }) => set({ shareToFeed: checked ? null : false })}
        />
      </Option>
      <Option name="audioName">
        <TextInput
          label={words.audioName}
          description={words.audioNameAbout}
          value={options.audioName ?? ''}
          onChange={({ currentTarget: { value } }) => set({ audioName: value === '' ? null : value })}
        />
      </Option>
      <Option name="trialReel">
        <NativeSelect
          size="md"
          label={words.trial}
          description={words.trialAbout}
          value={trial ?? 'none'}
          data={(['none', ...STRATEGIES] as const).map((value) => ({ value, label: words.trials[value] }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      </Option>
    </>
  )
}

function CommentOptions() {
  const { compose } = useStrings()
  const words = compose.options
  const { editor, problems } = useForm()
  const { options, set } = useOptions()
  const countId = useId()
  const { firstComment = '', commentsEnabled = true } = options
  const isLacking = lacksComments(editor)
  const isTold = problems.some(({ rule }) => rule === 'optionPermission')
  return (
    <>
      <Option name="firstComment">
        <Textarea
          label={words.firstComment}
          autosize
          minRows={2}
          maxRows={8}
          value={firstComment}
          aria-describedby={countId}
          onChange={({ currentTarget: { value } }) => set({ firstComment: value === '' ? null : value })}
        />
        <CharacterCount id={countId} text={firstComment} of="firstComment" hint={words.firstCommentAbout} />
      </Option>
      <Option name="commentsEnabled">
        <Switch
          size="md"
          label={words.commentsOff}
          description={words.commentsOffAbout}
          checked={!commentsEnabled}
          onChange={({ currentTarget: { checked } }) => set({ commentsEnabled: checked ? false : null })}
        />
      </Option>
      {isLacking && (
        <Text {...SOFT}>
          {!isTold && words.refused.optionPermission}{' '}
          <Link href="/settings/accounts">{compose.toAccounts}</Link>
        </Text>
      )}
    </>
  )
}

/** The labels that Instagram shows above a post, and whose they are. */
function LabelOptions() {
  const words = useStrings().compose.options
  const { editor } = useForm()
  const { options, set } = useOptions()
  const { aiGenerated = false, paidPartnership = false, sponsorIds = [] } = options
  const isPossible = editor.account?.loginMethod === 'partner'
  return (
    <>
      <Option name="aiGenerated">
        <Switch
          size="md"
          label={words.aiGenerated}
          checked={aiGenerated}
          onChange={({ currentTarget: { checked } }) => set({ aiGenerated: checked || null })}
        />
      </Option>
      <Option name="paidPartnership">
        <Switch
          size="md"
          label={words.paidPartnership}
          description={isPossible ? undefined : words.partnershipNeedsLogin}
          checked={paidPartnership}
          // What cannot go with this account can still be switched off.
          disabled={!isPossible && !paidPartnership}
          onChange={({ currentTarget: { checked } }) =>
            set(checked ? { paidPartnership: true } : { paidPartnership: null, sponsorIds: null })
          }
        />
      </Option>
      {(paidPartnership || sponsorIds.length > 0) && (
        <Option name="sponsorIds">
          <TagsInput
            size="md"
            label={words.sponsors}
            description={words.sponsorsAbout}
            inputMode="numeric"
            placeholder={sponsorIds.length < CONTENT_LIMITS.sponsorIds ? words.sponsorId : undefined}
            value={[...sponsorIds]}
            maxTags={CONTENT_LIMITS.sponsorIds}
            splitChars={[',', ' ', ';']}
            acceptValueOnBlur
            clearable={false}
            onChange={(ids) => set({ sponsorIds: numbersIn(ids) })}
          />
        </Option>
      )}
    </>
  )
}

const MAX_DIGITS = 25

/** Removes repeats, and all that is no digit, as the contract wants it. */
function numbersIn(ids: readonly string[]): string[] {
  const numbers = ids.map((id) => id.replaceAll(/\D/g, '').slice(0, MAX_DIGITS))
  return [...new Set(numbers.filter((number) => number !== ''))]
}
