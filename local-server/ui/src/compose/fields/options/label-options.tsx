import { Switch, TagsInput } from '@mantine/core'
import { CONTENT_LIMITS } from '../../../../../../core/posts/content/content-limits.ts'
import { useStrings } from '../../../strings/language.tsx'
import { useForm } from '../../form.tsx'
import { Option, useOptions } from './option.tsx'

/** The labels that Instagram shows above a post, and whose they are. */
export function LabelOptions() {
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
