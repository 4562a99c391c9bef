import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { createQueryClient } from '../../../local-server/ui/src/app/query-client.ts'
import { CalendarZoneProvider } from '../../../local-server/ui/src/plan/clock/calendar-zone.tsx'
import { english } from '../../../local-server/ui/src/strings/en/english.ts'
import { formatsFor } from '../../../local-server/ui/src/strings/formats.ts'
import { lazyStringsOf, SpokenContext } from '../../../local-server/ui/src/strings/language.tsx'

const SPOKEN = {
  language: 'en' as const,
  locale: 'en',
  strings: english,
  formats: formatsFor('en'),
  setLanguage: () => {},
}

/** A part of the page in English, as it is first drawn. `client` has what was asked for. */
export async function pageMarkup(part: ReactNode, client = createQueryClient()): Promise<string> {
  const strings = lazyStringsOf('en')
  // React notes this of a promise that it has waited for.
  void Object.assign(strings, { status: 'fulfilled', value: await strings })
  const zoned = createElement(CalendarZoneProvider, { children: part })
  const spoken = createElement(SpokenContext, { value: SPOKEN, children: zoned })
  const placed = createElement(Router, { ssrPath: '/', children: spoken })
  const asked = createElement(QueryClientProvider, { client, children: placed })
  return renderToStaticMarkup(createElement(MantineProvider, null, asked))
}

/** What it says. */
export async function pageText(part: ReactNode, client?: QueryClient): Promise<string> {
  const markup = await pageMarkup(part, client)
  return markup.replaceAll(/<style.*?<\/style>/gs, '').replaceAll(/<[^>]*>/g, ' ')
}
