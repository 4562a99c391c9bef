import { Loader, VisuallyHidden } from '@mantine/core'
import { CheckIcon, DotIcon, XIcon } from '@primer/octicons-react'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import type { DeploymentBody } from '../cloud-queries.ts'
import classes from './deployment-step.module.css'

type Step = DeploymentBody['steps'][number]

export function DeploymentStep({ step }: { readonly step: Step }) {
  const words = useLazyStrings().cloud.deployment
  const formats = useFormats()
  const { name, state, at } = step
  const longer = name in words.takesTime ? words.takesTime[name as keyof typeof words.takesTime] : null
  return (
    <li className={classes.step} data-state={state} aria-current={state === 'running' ? 'step' : undefined}>
      <span className={classes.icon} aria-hidden="true">
        <StateIcon state={state} />
      </span>
      <span>
        {words.steps[name]} <VisuallyHidden component="span">({words.states[state]})</VisuallyHidden>
        {state === 'running' && longer !== null && <span className={classes.longer}>{longer}</span>}
      </span>
      {at !== null && (
        <time dateTime={at} title={formats.exact(new Date(at))} className={classes.at}>
          {formats.time(new Date(at))}
        </time>
      )}
    </li>
  )
}

function StateIcon({ state }: Pick<Step, 'state'>) {
  if (state === 'done') return <CheckIcon />
  if (state === 'failed') return <XIcon />
  return state === 'running' ? <Loader size={16} /> : <DotIcon />
}
