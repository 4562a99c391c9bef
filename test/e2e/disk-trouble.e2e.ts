// Messages of the page while nothing can be stored. The answers are played: a full disk is tried in test/local-server/process.
import { describe, it } from 'vitest'
import { browser, openBrowserAndServer, server } from './file-set-up.ts'
import { caption, visitNewPost } from './visit.ts'

openBrowserAndServer()

describe('a full disk', () => {
  it('names a full disk on every screen as soon as something could not be stored, with what helps, until it is over', async () => {
    const { page } = await visitNewPost(browser, server)
    const problems = [{ code: 'DISK_FULL', message: 'The disk is full.' }]
    let isFull = true
    const health = (await (await server.request('/api/health')).json()) as object
    await page.route('**/api/health', (route) =>
      route.fulfill({ json: isFull ? { ...health, status: 'degraded', problems } : health }),
    )
    await page.route('**/api/posts/draft', (route) => {
      const json = { error: 'It could not be stored.', code: 'INTERNAL_ERROR', status: 500 }
      return isFull ? route.fulfill({ status: 500, json }) : route.continue()
    })
    await caption(page).fill('Not to be lost')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('The disk is full, so nothing can be stored').waitFor()
    await page.getByText('Free some space').waitFor()

    isFull = false
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Saved as a draft.').waitFor()
    await page.getByText('The disk is full').waitFor({ state: 'detached' })
  })
})
