// Rules for every screen: there at once, still, wide or narrow, in both languages, and asking nothing of elsewhere.
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { german } from '../../local-server/ui/src/strings/de/german.ts'
import { english } from '../../local-server/ui/src/strings/en/english.ts'
import type { Language } from '../../local-server/ui/src/strings/strings.ts'
import { DAY } from '../../core/time.ts'
import { uploaded } from '../process-harness/client.ts'
import { browser, openBrowserAndServer, server } from './file-set-up.ts'
import { drafted, scheduledAt } from './posts/posts-at-hand.ts'
import { choosePhoto, openFromHeader, visit } from './visit.ts'

const LANGUAGES = { en: english, de: german }
const SCREENS = {
  plan: '/plan',
  library: '/library',
  reposts: '/settings/reposts',
  accounts: '/settings/accounts',
  cloud: '/settings/cloud',
  settings: '/settings',
  inbox: '/inbox',
} as const

type Screen = keyof typeof SCREENS
const screens = Object.keys(SCREENS) as Screen[]

openBrowserAndServer({ demo: true })
beforeAll(async () => {
  for (const days of [1, 2, 5]) {
    const { id: mediaFileId } = await uploaded(server)
    const caption = `In ${days} days, at the harbour where the long captions are`
    await scheduledAt(server, Date.now() + days * DAY, { mediaFileId, caption })
    await drafted(server, caption, { mediaFileId })
  }
})

const signedIn = (language: Language, width: number, at?: string) =>
  visit(browser, server, {
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    viewport: { width, height: 800 },
    at,
  })

/** A load from scratch, not a change of the fragment. */
async function load(page: Page, screen: Screen, language: Language): Promise<void> {
  await page.goto(`${server.origin}${SCREENS[screen]}`)
  await arrived(page, screen, language)
  await page.waitForLoadState('networkidle')
}

async function arrived(page: Page, screen: Screen, language: Language): Promise<void> {
  const name = LANGUAGES[language].app[screen]
  await page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
}

describe('a screen', () => {
  // In milliseconds: `npm run bench -- page`.
  it('paints a screen as soon as the session is known, while its data is still read', async () => {
    const { page } = await signedIn('en', 1280)
    const held: Route[] = []
    await page.route(/\/api\/(?!auth\/check)/, (route) => void held.push(route))
    for (const screen of screens) {
      await page.goto(`${server.origin}${SCREENS[screen]}`)
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      await expect.poll(() => held.length).toBeGreaterThan(0)
      await Promise.all(held.splice(0).map((route) => route.continue()))
    }
  })

  it('lets no screen jump while it loads', async () => {
    const { page } = await signedIn('en', 1280)
    const jumps: Record<string, number> = {}
    for (const screen of screens) {
      await load(page, screen, 'en')
      jumps[screen] = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
            }).observe({ type: 'layout-shift', buffered: true })
            // Observers are notified of a frame before the next one.
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
          }),
      )
    }
    console.info('layout shift:', JSON.stringify(jumps))
    expect(Object.entries(jumps).filter(([, shift]) => shift > 0.02)).toEqual([])
  })

  it('opens every screen after any other, whatever that has read', async () => {
    const { page, complaints } = await signedIn('en', 1280)
    for (const first of screens) {
      for (const second of ['accounts', 'plan', first] as const) {
        await openFromHeader(page, LANGUAGES.en.app[second])
        await page.waitForLoadState('networkidle')
      }
    }
    expect(complaints).toEqual([])
  })

  it.each([
    { width: 959, at: 'bottom' },
    { width: 960, at: 'top' },
  ])('has its navigation at the $at at $width pixels', async ({ width, at }) => {
    const { page } = await signedIn('en', width)
    const box = await page.getByRole('navigation').boundingBox()
    expect((box?.y ?? 0) < 400 ? 'top' : 'bottom').toBe(at)
  })

  it.each<Language>(['en', 'de'])(
    'has one row of buttons in the foot of the sheet on a phone in %s',
    async (language) => {
      const { page } = await signedIn(language, 360, '/plan?post=new')
      const { act, publish } = LANGUAGES[language].compose
      const sheet = page.getByRole('dialog')
      await sheet.getByRole('textbox').first().fill('At the harbour')
      const top = async (name: string) => (await sheet.getByRole('button', { name }).boundingBox())?.y
      expect(await top(publish)).toBe(await top(act.save))
    },
  )

  it.each<Language>(['en', 'de'])(
    'says without cutting it off, on a phone in %s, why a field is disabled',
    async (language) => {
      const { page } = await signedIn(language, 360, '/plan?post=new')
      const { options, crossPostNeedsLogin } = LANGUAGES[language].compose
      await page.getByRole('dialog').getByRole('button', { name: options.title }).click()
      const why = page.getByRole('dialog').getByText(crossPostNeedsLogin)
      await why.waitFor()
      expect(await why.evaluate((words) => words.scrollWidth - words.clientWidth)).toBe(0)
      expect(await why.evaluate((words) => words.scrollHeight - words.clientHeight)).toBeLessThanOrEqual(1)
    },
  )

  it('keeps the fields of a dialog within it on a phone', async () => {
    const { page } = await signedIn('en', 360)
    await page.getByText('Drafts (3)').click()
    await page.getByText('Schedule…').first().click()
    const form = page.getByRole('dialog').locator('form')
    await form.getByLabel('Time', { exact: true }).waitFor()
    const rightOf = (element: Element) => element.getBoundingClientRect().right
    const fields = await form
      .locator('input')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(Math.max(...fields)).toBeLessThanOrEqual(await form.evaluate(rightOf))
  })

  it('has the way to remove the one file of a post beside its name on a phone', async () => {
    const { page } = await signedIn('en', 360, '/plan?post=new')
    await choosePhoto(page)
    const remove = await page.getByRole('button', { name: 'Remove harbour.jpg' }).boundingBox()
    const name = await page.getByText('harbour.jpg', { exact: true }).boundingBox()
    expect(remove?.y ?? Infinity).toBeLessThan((name?.y ?? 0) + (name?.height ?? 0))
  })

  it('draws the tick of a file as wide as it is high', async () => {
    const { page } = await signedIn('en', 360)
    await load(page, 'library', 'en')
    const box = await page
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .locator('span')
      .boundingBox()
    expect(box?.width).toBe(box?.height)
  })

  it.each([360, 768, 1024])('shows the whole of a time with AM or PM at %i pixels', async (width) => {
    const { page } = await signedIn('en', width, '/plan?post=new&time=2036-11-25T10:00&zone=UTC')
    await page.getByRole('button', { name: 'Pick a time' }).click()
    const time = page.getByRole('dialog').getByLabel('Time', { exact: true })
    await time.waitFor()
    const missing = await time.evaluate((field) => {
      const given = field.getBoundingClientRect().width
      field.style.width = 'max-content'
      return field.getBoundingClientRect().width - given
    })
    expect(missing).toBeLessThanOrEqual(0)
  })

  it('has no button on a phone that is too small for a thumb', async () => {
    const { page } = await signedIn('en', 360)
    const views = ['/plan?view=week', '/plan?view=list', '/plan?view=grid', '/plan?post=new']
    const small: Record<string, string[]> = {}
    for (const address of [...Object.values(SCREENS), ...views]) {
      await page.goto(`${server.origin}${address}`)
      await page.waitForLoadState('networkidle')
      if (address === '/plan') await page.getByText('Drafts (3)').click()
      small[address] = await page
        .locator('button:not([tabindex="-1"]):visible, header a:visible')
        .evaluateAll((buttons) =>
          buttons.flatMap((button) => {
            const { width, height } = button.getBoundingClientRect()
            // WCAG 2.2 wants 24; what keys cannot reach, such as the arrows of a number, the field beside it does, too.
            const least = button.closest('header, [class*=mantine-Button], [class*=mantine-ActionIcon]')
              ? 39.99
              : 23.99
            const isSmall = Math.min(width, height) < least
            return isSmall ? `${button.ariaLabel ?? button.textContent} ${width} × ${height}` : []
          }),
        )
    }
    expect(Object.entries(small).filter(([, found]) => found.length > 0)).toEqual([])
  })

  it.each<[Language, number]>([
    ['en', 360],
    ['de', 360],
    ['de', 768],
  ])('speaks %s and fits %i pixels, requesting nothing from elsewhere', async (language, width) => {
    const { page, outside, complaints } = await signedIn(language, width)
    const tooWide: string[] = []
    for (const screen of screens) {
      await load(page, screen, language)
      if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) tooWide.push(screen)
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
    }
    expect({ tooWide, outside, complaints }).toEqual({ tooWide: [], outside: [], complaints: [] })
  })
})
