import { loadUntilReachable } from '../shared/load-until-reachable.ts'
import { remember } from '../shared/remember.ts'
import type { Language, LazyStrings, Strings } from './strings.ts'

const LOAD: Record<Language, () => Promise<Strings>> = {
  en: async () => (await import('./en/english.ts')).english,
  de: async () => (await import('./de/german.ts')).german,
}
const LOAD_LAZY: Record<Language, () => Promise<LazyStrings>> = {
  en: async () => (await import('./en/lazy/lazy.ts')).lazyEnglish,
  de: async () => (await import('./de/lazy/lazy.ts')).lazyGerman,
}

// A language is fetched when it is first spoken; each call for one has the same promise, as `use` of React needs it.
export const stringsOf = remember((language: Language) => loadUntilReachable(LOAD[language]))
export const lazyStringsOf = remember((language: Language) => loadUntilReachable(LOAD_LAZY[language]))
