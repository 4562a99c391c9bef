import { HELP_TITLES, type HelpPage } from '../../../../../../core/rules/notices/help-pages.ts'
import { SYMPTOMS, type Symptom } from '../../../../../../core/rules/notices/symptoms.ts'

const pages: Readonly<Record<HelpPage, string>> = HELP_TITLES
const symptoms: Readonly<Record<Symptom, string>> = SYMPTOMS

export const helpEn = {
  title: 'Help',
  pages,
  symptoms,
  about: (title: string) => `Help: ${title}`,
}
