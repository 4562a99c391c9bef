import { loadUntilReachable } from '../shared/load-until-reachable.ts'
import type { Language, LazyStrings, Strings } from './strings.ts'

const LOAD: Record<Language, () => Promise<Strings>> = {
  en: async () => (await import('./en/english.ts')).english,
  de: async () => (await import('./de/german.ts')).german,
}
const LOAD_LAZY: Record<Language, () => Promise<LazyStrings>> = {
  en: async () => (await import('./en/lazy/lazy.ts')).lazyEnglish,
  de: async () => (await import('./de/lazy/lazy.ts')).lazyGerman,
}

export const stringsOf = fetchedOnce(LOAD)
export const lazyStringsOf = fetchedOnce(LOAD_LAZY)

/** A language is fetched when it is first spoken; each call for one has the same promise, as `use` of React needs it. */
function fetchedOnce<Words>(load: Record<Language, () => Promise<Words>>) {
  const fetched = new Map<Language, Promise<Words>>()
  return (language: Language): Promise<Words> => {
    const words = fetched.get(language) ?? loadUntilReachable(load[language])
    fetched.set(language, words)
    return words
  }
}
