import type { SpotlightActionData } from '@mantine/spotlight'
import { LinkExternalIcon } from '@primer/octicons-react'
import { HELP_PAGES } from '../../../../core/rules/notices/help-pages.ts'
import { symptomAddress, SYMPTOMS, type Symptom } from '../../../../core/rules/notices/symptoms.ts'
import { useLazyStrings } from '../strings/language.tsx'

/** The pages of the guide, and, once something is typed, its symptoms. */
export function useHelpActions(query: string): SpotlightActionData[] {
  const { help } = useLazyStrings()
  const action = (href: string, label: string) => ({
    id: href,
    label,
    rightSection: <LinkExternalIcon />,
    onClick: () => window.open(href, '_blank', 'noopener'),
  })
  const symptoms = query.trim() === '' ? [] : (Object.keys(SYMPTOMS) as Symptom[])
  return [
    ...HELP_PAGES.map((page) => action(`/help/${page}`, help.about(help.pages[page]))),
    ...symptoms.map((symptom) => action(symptomAddress(symptom), help.symptoms[symptom])),
  ]
}
