import { Box, Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import type { StoryRepostConfigBody } from '../../../../../core/api/story-repost.ts'
import type { RepostOutlook } from '../../../../../core/reposts/outlook.ts'
import { PrivateApiRisks } from '../private-api/private-api-gate.tsx'
import { useLookNow, useSwitch } from '../repost-queries.ts'
import type { Words } from '../times.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { ProblemNote } from '../../kit/problem-note.tsx'
import { whyNoLook } from './engine-words.ts'

interface EngineActionsProps {
  readonly account: PlatformAccountBody
  readonly config: StoryRepostConfigBody
  readonly outlook: RepostOutlook
  readonly words: Words
}

export function EngineActions({ account, config, outlook, words }: EngineActionsProps) {
  const { strings } = words
  const look = useLookNow(account.id)
  const toggle = useSwitch(account.id)
  const [asked, setAsked] = useState<PlatformAccountBody | null>(null)
  const isOn = config.isEnabled
  const reason = whyNoLook(outlook, words)
  const switchEngine = () => {
    look.reset()
    // With the owner's own session the risk is said once more, each time that it begins.
    if (!isOn && config.source === 'native') setAsked(account)
    else toggle.mutate(!isOn)
  }
  const lookNow = () => {
    toggle.reset()
    look.mutate()
  }
  const problem = look.error ?? toggle.error
  return (
    <Group gap="12px 20px">
      <Group gap="sm" align="stretch">
        <Button loading={look.isPending} disabled={reason !== null} onClick={lookNow}>
          {strings.lookNow}
        </Button>
        <Button variant="default" loading={toggle.isPending} onClick={switchEngine}>
          {isOn ? strings.switchOff : strings.switchOn}
        </Button>
      </Group>
      <Box role="status" flex="1 1 16rem" maw="44rem" c="dimmed">
        {reason !== null && <p>{reason}</p>}
        {look.isPending && <p>{config.source === 'native' ? strings.lookingSlowly : strings.looking}</p>}
        {look.data && <Found {...{ data: look.data, reason }} words={words} />}
        {toggle.isSuccess && !look.isPending && !look.data && (
          <p>{toggle.variables ? strings.switchedOn : strings.switchedOff}</p>
        )}
      </Box>
      {problem !== null && (
        <Box flex="1 0 100%">
          <ProblemNote>{problem.message}</ProblemNote>
        </Box>
      )}
      <ConfirmDialog
        subject={asked}
        title={({ username }) => strings.onWithPrivateApi(username)}
        keep={strings.onWithPrivateApiKeep}
        act={strings.onWithPrivateApiAct}
        mutation={toggle}
        argument={() => true}
        onDone={() => {}}
        onClose={() => setAsked(null)}
        onGone={() => {}}
      >
        <PrivateApiRisks />
      </ConfirmDialog>
    </Group>
  )
}

interface FoundProps {
  readonly data: { readonly detected: number; readonly skipped: readonly { readonly message: string }[] }
  /** Said already, where it is the reason why nobody looked. */
  readonly reason: string | null
  readonly words: Words
}

function Found({ data: { detected, skipped }, reason, words: { strings } }: FoundProps) {
  if (skipped.length > 0)
    return reason === null ? skipped.map(({ message }) => <p key={message}>{message}</p>) : null
  return <p>{detected === 0 ? strings.foundNothing : strings.found(detected)}</p>
}
