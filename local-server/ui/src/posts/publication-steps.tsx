import { Center, Group, Loader, Stack } from '@mantine/core'
import { CheckIcon } from '@primer/octicons-react'
import type { MediaType, PostStatus } from '../../../../core/rules/publication/post-words.ts'
import { sized } from '../kit/looks.ts'
import { useStrings } from '../strings/language.tsx'

const ORDER: readonly PostStatus[] = ['QUEUED', 'PROCESSING', 'PUBLISHING', 'PUBLISHED']

interface PublicationStepsProps {
  readonly status: PostStatus
  readonly mediaType: MediaType
  /** The sandbox stands in for the platform. */
  readonly isSandbox: boolean
}

export function PublicationSteps({ status, mediaType, isSandbox }: PublicationStepsProps) {
  const { steps, status: states } = useStrings().posts
  const at = ORDER.indexOf(status)
  const texts = [
    { ahead: steps.waiting, past: steps.accepted },
    {
      ahead: steps.preparing[mediaType](isSandbox ? steps.sandbox : steps.platform),
      past: steps.prepared[mediaType],
    },
    { ahead: steps.goingLive, past: steps.sentLive },
    { ahead: states.PUBLISHED, past: states.PUBLISHED },
  ]
  return (
    <Stack component="ol">
      {texts.map(({ ahead, past }, index) => {
        const done = index < at || status === 'PUBLISHED'
        const state = done ? 'done' : index === at ? 'now' : 'ahead'
        return (
          <Group
            key={ahead}
            component="li"
            gap="sm"
            wrap="nowrap"
            c={state === 'ahead' ? 'dimmed' : 'var(--ink)'}
            fw={state === 'now' ? 600 : 'inherit'}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <Center
              {...sized('1.6rem')}
              bd={`1.5px solid var(--${done ? 'green' : 'line'})`}
              bg={done ? 'var(--green)' : 'var(--card)'}
              c="light-dark(#ffffff, #0b1a12)"
              aria-hidden="true"
            >
              {done && <CheckIcon size={14} />}
              {state === 'now' && <Loader size={14} />}
            </Center>
            {done ? past : ahead}
          </Group>
        )
      })}
    </Stack>
  )
}
