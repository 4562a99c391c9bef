import { describe, expect, it } from 'vitest'
import { objections } from '../axe.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'
import { drafted } from '../posts/posts-at-hand.ts'
import { caption, isFocused, visitNewPost } from '../visit.ts'

openBrowserAndServer()

async function visitWithHistory() {
  for (const text of ['Rye #bread #baking with @grace', 'Rolls #bread', 'Thanks @ada'])
    await drafted(server, text)
  const { page, complaints } = await visitNewPost(browser, server)
  const offers = page.getByRole('listbox', { name: 'Completions' }).getByRole('option')
  const offered = (count: number) => expect.poll(() => offers.allTextContents()).toHaveLength(count)
  return { page, field: caption(page), offers, offered, complaints }
}

describe('writing a caption', () => {
  it('completes hashtags and names from one’s own captions, by keyboard and by a click', async () => {
    const { page, field, offers, offered, complaints } = await visitWithHistory()
    await field.pressSequentially('Today #b')
    await offered(2)
    expect(await offers.allTextContents()).toEqual(['#bread', '#baking'])
    expect(await objections(page)).toEqual([])
    await page.keyboard.press('Tab')
    expect(await field.inputValue()).toBe('Today #bread ')
    await field.pressSequentially('#b')
    await offered(2)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await field.pressSequentially('for @')
    await offered(2)
    await page.getByRole('option', { name: '@grace' }).click()
    await field.pressSequentially('and me')
    expect(await field.inputValue()).toBe('Today #bread #baking for @grace and me')
    expect(complaints).toEqual([])
  })

  it('closes what is offered by Escape, and neither the sheet nor Enter is taken by it', async () => {
    const { page, field, offered } = await visitWithHistory()
    await field.pressSequentially('#b')
    await offered(2)
    await page.keyboard.press('Escape')
    await offered(0)
    await field.pressSequentially('a')
    await offered(1)
    await page.keyboard.press('Enter')
    await field.pressSequentially('Next line')
    expect(await field.inputValue()).toBe('#ba\nNext line')
  })

  it('keeps a caption by a name, inserts it by / or from the list, and removes it', async () => {
    const { page, field, offered, complaints } = await visitWithHistory()
    await field.fill('Open from 7 to 6.')
    await page.getByRole('button', { name: 'Saved texts' }).click()
    const texts = page.getByRole('region', { name: 'Saved texts' })
    await texts.getByLabel('Name').fill('Opening hours')
    await texts.getByRole('button', { name: 'Save caption' }).click()
    await texts.getByRole('button', { name: /^Opening hours/ }).waitFor()
    await isFocused(texts.getByLabel('Name'))
    expect(await objections(page)).toEqual([])

    await field.fill('')
    await field.pressSequentially('Hello. /op')
    await offered(1)
    await page.keyboard.press('Tab')
    expect(await field.inputValue()).toBe('Hello. Open from 7 to 6. ')
    await texts.getByRole('button', { name: /^Opening hours/ }).click()
    await expect.poll(() => field.inputValue()).toBe('Hello. Open from 7 to 6. Open from 7 to 6. ')

    await texts.getByRole('button', { name: 'Remove Opening hours' }).click()
    await texts.getByText('Hashtags or sentences you use often').waitFor()
    await isFocused(texts.getByLabel('Name'))
    expect(complaints).toEqual([])
  })
})
