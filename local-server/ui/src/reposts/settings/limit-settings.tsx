import { useLazyStrings } from '../../strings/language.tsx'
import { BoundedNumber } from './bounded-number.tsx'
import type { SettingsProps } from './interval-settings.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useBoundProblem } from './use-bound-problem.ts'
import { useSettingsGroup } from './use-settings-group.ts'

export function LimitSettings({ accountId, config }: SettingsProps) {
  const { settings } = useLazyStrings().reposts
  const boundProblem = useBoundProblem()
  const group = useSettingsGroup<{ dailyRepostLimit: number | string }>({
    accountId,
    saved: { dailyRepostLimit: config.dailyRepostLimit },
    check: ({ dailyRepostLimit }) => ({
      dailyRepostLimit: boundProblem('dailyRepostLimit', dailyRepostLimit),
    }),
    change: ({ dailyRepostLimit }) => ({ dailyRepostLimit: Number(dailyRepostLimit) }),
  })
  return (
    <SettingsForm
      title={settings.limitHeading}
      does={settings.limitDoes}
      risk={settings.limitRisk}
      group={group}
    >
      <BoundedNumber
        setting="dailyRepostLimit"
        label={settings.limit}
        value={group.values.dailyRepostLimit}
        error={group.problems.dailyRepostLimit}
        onChange={(value) => group.set({ dailyRepostLimit: value })}
      />
    </SettingsForm>
  )
}
