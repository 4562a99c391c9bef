import { Progress, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useLazyStrings } from '../../strings/language.tsx'
import { Card } from '../card.tsx'
import type { DeploymentBody } from '../cloud-queries.ts'
import { DeploymentStep } from './deployment-step.tsx'
import classes from './deployment-progress.module.css'
import { ContinueDeployment } from './continue-deployment.tsx'
import { CreatedSoFar } from './created-so-far.tsx'

/** A deployment that runs, or that stopped before its end. */
export function DeploymentProgress({ deployment }: { readonly deployment: DeploymentBody }) {
  const words = useLazyStrings().cloud.deployment
  const { state, steps, mode } = deployment
  const done = steps.filter((step) => step.state === 'done').length
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that began it, or that it went on by, is gone.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [state])
  const running = steps.find((step) => step.state === 'running')
  return (
    <Card id="deployment" title={mode === 'redeploy' ? words.again : words.title} heading={heading}>
      <Stack gap={8}>
        <Progress
          value={(100 * done) / steps.length}
          aria-label={words.progress(done, steps.length)}
          size="sm"
        />
        <Text role="status" c="dimmed">
          {running ? words.doing(words.steps[running.name]) : words.progress(done, steps.length)}
        </Text>
      </Stack>
      {state !== 'running' && (
        <>
          <ContinueDeployment deployment={deployment} />
          <CreatedSoFar deployment={deployment} />
        </>
      )}
      <ol className={classes.steps}>
        {steps.map((step) => (
          <DeploymentStep key={step.name} step={step} />
        ))}
      </ol>
    </Card>
  )
}

/** True while a deployment runs or can be continued. */
export function isDeploymentUnderWay({ state }: DeploymentBody): boolean {
  return state !== 'idle' && state !== 'deployed'
}
