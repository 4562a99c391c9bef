import { CheckIcon } from '@primer/octicons-react'
import type { GuideStep, StepState } from '../../../../../core/setup/guide-steps.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import classes from './step-head.module.css'

interface StepHeadProps {
  readonly step: GuideStep
  readonly number: number
  readonly title: string
  readonly state: StepState
}

export function StepHead({ step, number, title, state }: StepHeadProps) {
  const { states } = useLazyStrings().guide
  const isDone = state === 'proven' || state === 'said'
  return (
    <span className={classes.head} data-state={state} data-step-head={step}>
      <span className={classes.number}>{isDone ? <CheckIcon aria-label={`${number}`} /> : number}</span>
      <span className={classes.title}>{title}</span>
      <span className={classes.state}>{states[state]}</span>
    </span>
  )
}
