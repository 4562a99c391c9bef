// All words of the page, one folder per language. English is the shape: another language that lacks a sentence, or an
// argument of one, does not compile. A new language is a folder beside `de/`, two lines below and two of language.tsx.
import type { english } from './en/english.ts'
import type { lazyEnglish } from './en/lazy/lazy.ts'

export type Strings = typeof english
/** Words of the pages that are opened rarely; what is painted first does not wait for them. */
export type LazyStrings = typeof lazyEnglish

export type Language = 'en' | 'de'

/** Name of each language in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' }
