import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import type { DeploymentBody } from '../cloud-queries.ts'
import classes from './created-so-far.module.css'

const MADE = ['namespace', 'bucket', 'upload', 'schedule'] as const

/** A deployment that stopped leaves behind what it has made. */
export function CreatedSoFar({ deployment }: { readonly deployment: DeploymentBody }) {
  const { left } = useLazyStrings().cloud.deployment
  const formats = useFormats()
  const name = deployment.scriptName ?? ''
  const done = new Set<string>(deployment.steps.flatMap((step) => (step.state === 'done' ? [step.name] : [])))
  const made = MADE.filter((step) => done.has(step)).map((step) =>
    step === 'schedule' ? left.schedule : left[step](name),
  )
  if (made.length === 0) return <p className={classes.left}>{left.none}</p>
  return (
    <p className={classes.left}>
      {left.title}: {formats.list(made)}. {left.keeps}
    </p>
  )
}
