import { Text } from '@mantine/core'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'
import type { DeploymentBody } from '../cloud-queries.ts'

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
  if (made.length === 0)
    return (
      <Text maw="44rem" c="dimmed">
        {left.none}
      </Text>
    )
  return (
    <Text maw="44rem" c="dimmed">
      {left.title}: {formats.list(made)}. {left.keeps}
    </Text>
  )
}
