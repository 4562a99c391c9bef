// All words of the page, one folder per language. English is the shape: another language that lacks a sentence, or an
// argument of one, does not compile. A new language is a folder beside `de/` and three lines below.
import { loadUntilReachable } from '../shared/load-until-reachable.ts'
import type { english } from './en/english.ts'
import type { lazyEnglish } from './en/lazy/lazy.ts'

export type Strings = typeof english
/** Words of the pages that are opened rarely; what is painted first does not wait for them. */
export type LazyStrings = typeof lazyEnglish

export type Language = 'en' | 'de'

/** Name of each language in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' }

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
