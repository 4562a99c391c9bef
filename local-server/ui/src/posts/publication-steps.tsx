import { Loader } from '@mantine/core'
import { CheckIcon } from '@primer/octicons-react'
import type { MediaType, PostStatus } from '../../../../core/api/posts.ts'
import { useStrings } from '../strings/language.tsx'
import classes from './publication-steps.module.css'

const ORDER: readonly PostStatus[] = ['QUEUED', 'PROCESSING', 'PUBLISHING', 'PUBLISHED']

interface PublicationStepsProps {
  readonly status: PostStatus
  readonly mediaType: MediaType
  /** The sandbox stands in for the platform. */
  readonly isSandbox: boolean
}

/** Progress of a publication. */
export function PublicationSteps({ status, mediaType, isSandbox }: PublicationStepsProps) {
  const { steps } = useStrings().posts
  const at = ORDER.indexOf(status)
  const texts = [
    { ahead: steps.waiting, past: steps.accepted },
    {
      ahead: steps.preparing[mediaType](isSandbox ? steps.sandbox : steps.platform),
      past: steps.prepared[mediaType],
    },
    { ahead: steps.goingLive, past: steps.sentLive },
    { ahead: steps.published, past: steps.published },
  ]
  return (
    <ol className={classes.steps}>
      {texts.map(({ ahead, past }, index) => {
        const done = index < at || status === 'PUBLISHED'
        const state = done ? 'done' : index === at ? 'now' : 'ahead'
        return (
          <li key={ahead} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span className={classes.icon} aria-hidden="true">
              {done && <CheckIcon size={14} />}
              {state === 'now' && <Loader size={14} />}
            </span>
            {done ? past : ahead}
          </li>
        )
      })}
    </ol>
  )
}
