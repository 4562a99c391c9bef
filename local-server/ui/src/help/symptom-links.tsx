import { Group } from '@mantine/core'
import { Suspense } from 'react'
import { symptomAddress, symptomsOf } from '../../../../core/rules/notices/symptoms.ts'
import { SMALL } from '../kit/looks.ts'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { useLazyStrings } from '../strings/language.tsx'

interface Notice {
  readonly code: string
  readonly params: object
}

/** The codes of a notice, the most exact one first: that of the failure in it says more than its own. */
export function codesOf({ code, params }: Notice): string[] {
  return 'failure' in params ? [...codesOf(params.failure as Notice), code] : [code]
}

interface SymptomLinksProps {
  readonly codes: readonly string[]
  /** All of them, or that of the first code that has one. */
  readonly most?: number
}

/** Where the guide says what to do about these codes; nothing where it has nothing to say. */
export function SymptomLinks({ codes, most = 1 }: SymptomLinksProps) {
  const symptoms = symptomsOf(codes).slice(0, most)
  return (
    symptoms.length > 0 && (
      <Suspense fallback={null}>
        <Group gap="0.125rem 1rem" {...SMALL}>
          {symptoms.map((symptom) => (
            <SymptomLink key={symptom} symptom={symptom} />
          ))}
        </Group>
      </Suspense>
    )
  )
}

function SymptomLink({ symptom }: { readonly symptom: ReturnType<typeof symptomsOf>[number] }) {
  const { help } = useLazyStrings()
  return <NewTabLink href={symptomAddress(symptom)}>{help.about(help.symptoms[symptom])}</NewTabLink>
}
