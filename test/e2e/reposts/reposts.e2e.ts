// Story reposts as a person goes about them: set up, look, repost, dismiss, settings.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startServer } from '../../process-harness/server-process.ts'
import { objections, objectionsToOverlay } from '../axe.ts'
import { look, openReposts, setUp, strangerMentions } from './story-reposts.ts'
import { browser, openBrowser } from '../file-set-up.ts'
import { connectBakery } from '../plan/shop.ts'
import { discardQuestion, goBack, isFocused, pressEnterOn, tabTo } from '../visit.ts'

openBrowser()

const save = (page: Page, group: string) => page.getByRole('button', { name: `Save: ${group}` })

describe('story reposts', () => {
  it('sets up story reposts, scans, reposts at a click and dismisses', async () => {
    const server = await startServer()
    const { page, outside, complaints } = await openReposts(browser, server)
    await page.getByRole('heading', { name: 'What it does not do' }).waitFor()
    expect(await objections(page)).toEqual([])

    await page.getByLabel('Hours between two checks').fill('5')
    await page.getByRole('button', { name: 'Set up and switch on' }).click()
    await page.getByText('A whole number from 6 to 48.').waitFor()
    await page.getByLabel('Hours between two checks').fill('8')
    await setUp(page)
    await page.getByText('No mention is waiting').waitFor()

    await look(page, /Nothing new/)
    await strangerMentions(server, 'ilse.eats')
    await strangerMentions(server, 'benno.bikes')
    await look(page, /Found 2 new mentions/)
    await page.getByRole('img', { name: 'Story of @ilse.eats' }).waitFor()
    expect(await page.getByText(/Ends in 2[34] h/).count()).toBe(2)
    expect(await objections(page)).toEqual([])

    await page.getByRole('button', { name: 'Repost the story of ilse.eats' }).click()
    await page.getByText('Reposted. It is live in your story.').waitFor()
    await page
      .getByRole('link', { name: /See your story/ })
      .first()
      .waitFor()
    await page.getByText('1 of 5').waitFor()

    await page.getByRole('button', { name: 'Dismiss the story of benno.bikes' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('this cannot be undone').waitFor()
    expect(await objectionsToOverlay(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    const history = page.getByRole('region', { name: 'History' })
    await history.getByRole('listitem').filter({ hasText: 'Dismissed' }).waitFor()
    await history.getByLabel('Show').selectOption({ label: 'Reposted' })
    await history.getByText('@ilse.eats').waitFor()
    expect(await history.getByText('@benno.bikes').count()).toBe(0)

    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Off. Nightpost does not look for mentions.').waitFor()
    expect(outside).toEqual([])
    expect(complaints).toEqual([])
  })

  it('keeps the settings of story reposts, shows problems beside their fields, and loses nothing typed', async () => {
    const server = await startServer()
    const { page, complaints } = await openReposts(browser, server)
    await setUp(page)
    const openSettings = () => page.getByRole('tab', { name: 'Settings' }).click()
    await openSettings()

    await page.getByLabel('Most reposts a day').fill('26')
    await page.getByLabel('Random delay (± min)').fill('10')
    await save(page, 'Reposts a day').click()
    await page.getByText('A whole number from 1 to 25.').waitFor()
    expect(await page.getByLabel('Most reposts a day').inputValue()).toBe('26')
    await page.getByLabel('Most reposts a day').fill('3')
    await save(page, 'Reposts a day').click()
    await page.getByText('0 of 3').waitFor()
    expect(await page.getByLabel('Random delay (± min)').inputValue()).toBe('10')

    await page.getByLabel('Add a signature').check()
    await page.getByLabel('Line').fill('thank you @{username}')
    await page.getByText('thank you @benno.bikes').waitFor()
    const place = page.getByRole('button', { name: /Place of the signature: 50 % from the left, 90 %/ })
    await place.focus()
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('ArrowRight')
    await page.getByLabel('Colour', { exact: true }).fill('#808080')
    await page.getByText('Neither light nor dark').waitFor()
    expect(await objections(page)).toEqual([])
    await save(page, 'Signature').click()
    // The group that was saved before may still say so, too.
    await page
      .locator('form', { has: save(page, 'Signature') })
      .getByText('Saved.')
      .waitFor()

    await page.getByLabel('Keep quiet hours').check()
    const hour = new Date().getUTCHours()
    await page.getByLabel('From', { exact: true }).selectOption(String(hour))
    await page.getByLabel('Until', { exact: true }).selectOption(String((hour + 2) % 24))
    for (const isOn of [false, true]) await page.getByLabel('Keep quiet hours').setChecked(isOn)
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(String(hour))
    await page.getByRole('combobox', { name: 'Time zone' }).fill('UTC')
    await page.getByRole('option', { name: 'UTC (yours)' }).click()
    await save(page, 'Quiet hours').click()
    await page.getByText('Quiet hours until').waitFor()
    // Looking is a person's wish also then.
    await page.getByRole('button', { name: 'Check now' }).and(page.locator(':enabled')).waitFor()

    await page.reload()
    await page.getByText('Quiet hours until').waitFor()
    await openSettings()
    expect(await page.getByLabel('Most reposts a day').inputValue()).toBe('3')
    expect(await page.getByLabel('Line').inputValue()).toBe('thank you @{username}')
    await page.getByRole('button', { name: /Place of the signature: 51 % from the left, 85 %/ }).waitFor()

    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Story reposts are removed for this account.').waitFor()
    await page.getByRole('heading', { name: 'Set up story reposts' }).waitFor()
    await isFocused(page.getByRole('heading', { name: 'Story reposts', level: 1 }))
    expect(complaints).toEqual([])
  })

  it('asks before a setting that is not saved is left for another page or account', async () => {
    const server = await startServer()
    await connectBakery(server)
    const { page, complaints } = await openReposts(browser, server)
    await setUp(page)
    await page.getByRole('tab', { name: 'Settings' }).click()
    const most = page.getByLabel('Most reposts a day')
    await most.fill('7')
    // Also while the other tab is shown.
    await page.getByRole('tab').first().click()
    const library = page.getByRole('link', { name: 'Library' })
    await library.click()
    await discardQuestion(page).getByText('What you changed here is not saved.').waitFor()
    expect(await objections(page)).toEqual([])
    await page.keyboard.press('Escape')
    await isFocused(library)
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('combobox', { name: 'Account', exact: true }).selectOption('harbour.bakery')
    await discardQuestion(page).getByRole('button', { name: 'Keep editing' }).click()
    await goBack(page)
    await discardQuestion(page).waitFor()
    expect(await most.inputValue()).toBe('7')
    await discardQuestion(page).getByRole('button', { name: 'Discard changes' }).click()
    await isFocused(page.getByRole('heading', { name: 'Settings', level: 1 }))
    await library.click()
    await page.getByRole('heading', { name: 'Library', level: 1 }).waitFor()
    expect(complaints).toEqual([])
  })

  it('follows a link to those of another account, stays there over a reload, and asks before a setting is lost', async () => {
    const server = await startServer()
    await connectBakery(server)
    const { page, complaints } = await openReposts(browser, server)
    const account = page.getByRole('combobox', { name: 'Account', exact: true })
    const first = await account.inputValue()
    const second =
      (
        await account.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))
      ).find((id) => id !== first) ?? ''
    // As the strip above every page does.
    const follow = (id: string) =>
      page.evaluate((to) => history.pushState(null, '', to), `/settings/reposts?account=${id}`)
    await follow(second)
    await expect.poll(() => account.inputValue()).toBe(second)
    await account.selectOption(first)
    await setUp(page)
    await page.reload()
    expect(await account.inputValue()).toBe(first)
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByLabel('Most reposts a day').fill('7')
    await follow(second)
    await discardQuestion(page).getByRole('button', { name: 'Keep editing' }).click()
    await follow(second)
    await discardQuestion(page).getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => account.inputValue()).toBe(second)
    expect(complaints).toEqual([])
  })

  it('sets up and uses story reposts by keyboard alone', async () => {
    const server = await startServer()
    await strangerMentions(server, 'ilse.eats')
    const { page } = await openReposts(browser, server)
    await pressEnterOn(page, page.getByRole('button', { name: 'Set up and switch on' }))
    await page.getByText('Story reposts are switched on.').waitFor()
    await page.getByText('The next check is in').waitFor()
    await isFocused(page.getByRole('heading', { name: 'Story reposts', level: 1 }))
    await pressEnterOn(page, page.getByRole('button', { name: 'Check now' }))
    await page.getByText('Found 1 new mention.').waitFor()
    await pressEnterOn(page, page.getByRole('button', { name: 'Dismiss the story of ilse.eats' }))
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await pressEnterOn(page, page.getByRole('button', { name: 'Repost the story of ilse.eats' }))
    await isFocused(page.getByRole('heading', { name: '@ilse.eats', level: 3 }).first())
    await page.getByText('Reposted. It is live in your story.').waitFor()
    await tabTo(page, page.getByRole('link', { name: /See your story/ }).first())
  })
})
