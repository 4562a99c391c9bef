import { describe, expect, it } from 'vitest'
import { browser, openBrowserAndServer, server } from './file-set-up.ts'
import { visit } from './visit.ts'

openBrowserAndServer()

describe('the API docs', () => {
  it('runs a request in the API docs with the session of the page, without any key', async () => {
    const { page, outside, complaints } = await visit(browser, server, { at: '/api/docs' })
    await page.locator('#operations-Auth-getMe').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Execute' }).click()

    const answer = page.locator('.live-responses-table')
    await answer.getByText('demo.kitchen').waitFor()
    expect(await answer.locator('.response .response-col_status').textContent()).toContain('200')
    expect(await page.title()).toBe('Nightpost API')
    expect(outside).toEqual([])
    expect(complaints).toEqual([])
  })
})
