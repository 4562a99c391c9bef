import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useStrings } from '../../../strings/language.tsx'
import { Option, useOptions } from './option.tsx'

const STRATEGIES = ['MANUAL', 'SS_PERFORMANCE'] as const

export function ReelOptions() {
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
