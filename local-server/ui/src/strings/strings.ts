// All words of the page, one folder per language. English is the shape: another language that lacks a sentence, or an
// argument of one, does not compile. A new language is a folder beside `de/` and a line below.
import { english } from './en/english.ts'
import { german } from './de/german.ts'

export type Strings = typeof english

export const LANGUAGES = { en: english, de: german } as const satisfies Record<string, Strings>

export type Language = keyof typeof LANGUAGES

/** Name of each language in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' }
