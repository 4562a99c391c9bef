import { createSafeContext } from '@mantine/core'
import { use, useDeferredValue, useEffect, useLayoutEffect, useMemo, type ReactNode } from 'react'
import { formatsFor, type Formats } from './formats.ts'
import { useKept } from '../shared/kept-texts.ts'
import { loadUntilReachable } from '../shared/load-until-reachable.ts'
import { useIsLater } from '../shared/on-demand.tsx'
import { remember } from '../shared/remember.ts'
import { LANGUAGE_NAMES, type Language, type LazyStrings, type Strings } from './strings.ts'

const LOAD: Record<Language, () => Promise<Strings>> = {
  en: async () => (await import('./en/english.ts')).english,
  de: async () => (await import('./de/german.ts')).german,
}
const LOAD_LAZY: Record<Language, () => Promise<LazyStrings>> = {
  en: async () => (await import('./en/lazy/lazy.ts')).lazyEnglish,
  de: async () => (await import('./de/lazy/lazy.ts')).lazyGerman,
}

// A language is fetched when it is first spoken, and nothing is said in it before; each call for one has the same promise, as `use` of
// React needs it.
const stringsOf = remember((language: Language) => loadUntilReachable(LOAD[language], () => true))
export const lazyStringsOf = remember((language: Language) => loadUntilReachable(LOAD_LAZY[language]))

interface Spoken {
  readonly language: Language
  /** The reader's own kind of the language, such as `en-GB`. */
  readonly locale: string
  readonly strings: Strings
  readonly formats: Formats
  readonly setLanguage: (language: Language) => void
}

export const [SpokenContext, useLanguage] = createSafeContext<Spoken>('outside of LanguageProvider')
let outsideOfComponents: Strings | null = null

/** The language that was chosen, else the browser's where we speak it, else English. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [chosen, setLanguage] = useKept<Language | null>('language', null)
  const wanted = chosen !== null && chosen in LANGUAGE_NAMES ? chosen : browserLanguage()
  // Until another language is here, the page goes on speaking the one of now.
  const language = useDeferredValue(wanted)
  const strings = use(stringsOf(language))
  useLayoutEffect(() => {
    document.documentElement.lang = language
    outsideOfComponents = strings
  }, [language, strings])
  // Before they are needed, so that a page opens at once, and also when the server has gone away since.
  const isLater = useIsLater()
  useEffect(() => {
    if (isLater) void lazyStringsOf(language)
  }, [isLater, language])
  const spoken = useMemo(() => {
    const locale = localeOf(language)
    return { language, locale, strings, formats: formatsFor(locale), setLanguage }
  }, [language, strings, setLanguage])
  return <SpokenContext value={spoken}>{children}</SpokenContext>
}

/** The reader's own kind of the language: with 24 hours, or with AM and PM. */
function localeOf(language: Language): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language
}

function browserLanguage(): Language {
  const spoken = navigator.languages.map((tag) => tag.split('-')[0] ?? '')
  return spoken.find((tag): tag is Language => tag in LANGUAGE_NAMES) ?? 'en'
}

/** Strings for code outside of components, in the current language. */
export function spokenStrings(): Strings {
  if (outsideOfComponents === null) throw new Error('before LanguageProvider')
  return outsideOfComponents
}

/** `const { posts } = useStrings()` */
export function useStrings(): Strings {
  return useLanguage().strings
}

/** Suspends where they are not there yet. */
export function useLazyStrings(): LazyStrings {
  return use(lazyStringsOf(useLanguage().language))
}

export function useFormats(): Formats {
  return useLanguage().formats
}
