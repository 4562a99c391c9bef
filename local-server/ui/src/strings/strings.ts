// All words of the page, one folder per language. English is the shape: another language that lacks a sentence, or an
// argument of one, does not compile. A new language is a folder beside `de/` and two lines below.
import { loadUntilReachable } from '../shared/load-until-reachable.ts'
import type { english } from './en/english.ts'

export type Strings = typeof english

export type Language = 'en' | 'de'

/** Name of each language in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' }

const LOAD: Record<Language, () => Promise<Strings>> = {
  en: async () => (await import('./en/english.ts')).english,
  de: async () => (await import('./de/german.ts')).german,
}
const loading = new Map<Language, Promise<Strings>>()

/** A language is fetched when it is first spoken; each call for one has the same promise, as `use` of React needs it. */
export function stringsOf(language: Language): Promise<Strings> {
  const strings = loading.get(language) ?? loadUntilReachable(LOAD[language])
  loading.set(language, strings)
  return strings
}
