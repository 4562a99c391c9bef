import { Group } from '@mantine/core'
import { Suspense } from 'react'
import { symptomAddress, symptomsOf } from '../../../../core/rules/notices/symptoms.ts'
import type { ApiError } from '../api-client.ts'
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
  /** The codes of each, the most exact one first: the first that has a chapter counts. */
  readonly causes: readonly (readonly string[])[]
}

const MOST = 3

/** Where the guide says what to do about these causes; nothing where it has nothing to say. */
export function SymptomLinks({ causes }: SymptomLinksProps) {
  const found = causes.flatMap((codes) => symptomsOf(codes).slice(0, 1))
  const symptoms = [...new Set(found)].slice(0, MOST)
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

/** Where the guide says what to do about a refusal of the server. */
export function RefusalHelp({ error: { code } }: { readonly error: ApiError }) {
  return <SymptomLinks causes={[[code]]} />
}

function SymptomLink({ symptom }: { readonly symptom: ReturnType<typeof symptomsOf>[number] }) {
  const { help } = useLazyStrings()
  return <NewTabLink href={symptomAddress(symptom)}>{help.about(help.symptoms[symptom])}</NewTabLink>
}
