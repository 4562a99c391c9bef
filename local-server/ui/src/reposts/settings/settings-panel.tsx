import { Stack } from '@mantine/core'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import type { StoryRepostConfigBody } from '../../../../../core/api/story-repost.ts'
import { AutomaticSettings } from './automatic-settings.tsx'
import { CreditSettings } from './credit-settings.tsx'
import { LimitSettings } from './limit-settings.tsx'
import { NightSettings } from './night-settings.tsx'
import { IntervalSettings } from './interval-settings.tsx'
import { RemoveConfig } from './remove-config.tsx'
import { SignatureSettings } from './signature-settings.tsx'
import { SourceSettings } from './source-settings.tsx'

interface SettingsPanelProps {
  readonly account: PlatformAccountBody
  readonly config: StoryRepostConfigBody
}

export function SettingsPanel({ account, config }: SettingsPanelProps) {
  const of = { accountId: account.id, config }
  return (
    <Stack gap={0}>
      <IntervalSettings {...of} />
      <NightSettings {...of} />
      <LimitSettings {...of} />
      <AutomaticSettings {...of} />
      <CreditSettings {...of} />
      <SignatureSettings {...of} />
      <SourceSettings account={account} config={config} />
      <RemoveConfig account={account} />
    </Stack>
  )
}
