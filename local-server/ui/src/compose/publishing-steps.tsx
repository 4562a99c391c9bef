import { Loader } from '@mantine/core'
import { CheckIcon } from '@primer/octicons-react'
import type { PostStatus } from '../../../../core/api/posts.ts'
import { useStrings } from '../strings/language.tsx'
import classes from './publishing-steps.module.css'

const ORDER: readonly PostStatus[] = ['QUEUED', 'PROCESSING', 'PUBLISHING', 'PUBLISHED']

interface PublishingStepsProps {
  readonly status: PostStatus
  /** Who publishes: Instagram, or the sandbox in its place. */
  readonly platform: string
}

export function PublishingSteps({ status, platform }: PublishingStepsProps) {
  const { compose } = useStrings()
  const at = ORDER.indexOf(status)
  return (
    <ol className={classes.steps}>
      {compose.steps(platform).map(({ ahead, done: past }, index) => {
        const done = index < at || status === 'PUBLISHED'
        const state = done ? 'done' : index === at ? 'now' : 'ahead'
        return (
          <li key={ahead} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span className={classes.mark} aria-hidden="true">
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
