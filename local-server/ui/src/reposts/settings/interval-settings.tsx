import type { StoryRepostConfigBody } from '../../../../../core/api/story-repost.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import { BoundedNumber, useBoundProblem } from './bounded-number.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useSettingsGroup } from './use-settings-group.ts'

export interface SettingsProps {
  readonly accountId: string
  readonly config: StoryRepostConfigBody
}

export function IntervalSettings({ accountId, config }: SettingsProps) {
  const { settings } = useLazyStrings().reposts
  const boundProblem = useBoundProblem()
  const { pollIntervalHours, jitterMinutes } = config
  const group = useSettingsGroup<{ pollIntervalHours: number | string; jitterMinutes: number | string }>({
    accountId,
    saved: { pollIntervalHours, jitterMinutes },
    check: (values) => ({
      pollIntervalHours: boundProblem('pollIntervalHours', values.pollIntervalHours),
      jitterMinutes: boundProblem('jitterMinutes', values.jitterMinutes),
    }),
    change: (values) => ({
      pollIntervalHours: Number(values.pollIntervalHours),
      jitterMinutes: Number(values.jitterMinutes),
    }),
  })
  return (
    <SettingsForm
      title={settings.intervalHeading}
      does={settings.intervalDoes}
      risk={settings.intervalRisk}
      group={group}
    >
      <BoundedNumber
        setting="pollIntervalHours"
        label={settings.interval}
        value={group.values.pollIntervalHours}
        error={group.problems.pollIntervalHours}
        onChange={(value) => group.set({ pollIntervalHours: value })}
      />
      <BoundedNumber
        setting="jitterMinutes"
        label={settings.jitter}
        description={settings.jitterHint}
        value={group.values.jitterMinutes}
        error={group.problems.jitterMinutes}
        onChange={(value) => group.set({ jitterMinutes: value })}
      />
    </SettingsForm>
  )
}
