// A newcomer watches a repost happen: one button on the sandbox's feed page, one look, one click.
import { describe, expect, it } from 'vitest'
import { openPage } from '../browser.ts'
import { browser, openBrowserAndServer, server } from '../file-set-up.ts'

openBrowserAndServer()

describe('a stranger’s story', () => {
  it('reposts a stranger’s story that mentions the account, with its author’s name', async () => {
    const cookie = await server.signIn()
    const ask = async (method: string, path: string, body: object = {}) => {
      const headers = { cookie, origin: server.origin, 'content-type': 'application/json' }
      const init = method === 'GET' ? { headers } : { method, headers, body: JSON.stringify(body) }
      const response = await fetch(`${server.origin}/api${path}`, init)
      return (await response.json()) as Record<string, never>
    }
    const { accounts } = (await ask('GET', '/auth/me')) as unknown as { accounts: { id: string }[] }
    const accountId = accounts[0]?.id ?? ''
    await ask('POST', '/story-repost/config', {
      accountId,
      pollIntervalHours: 6,
      autoTagOriginalPoster: true,
    })

    const { page, outside, complaints } = await openPage(browser)
    await page.goto(`${server.origin}/sandbox`)
    await page.getByRole('button', { name: /A stranger mentions @demo\.kitchen/ }).click()
    await page.getByText('Stories that mention you').waitFor()

    const { detected, items } = (await ask('POST', '/story-repost/scan')) as unknown as {
      detected: number
      items: { id: string; originalUsername: string }[]
    }
    expect(detected).toBe(1)
    const [mention] = items
    expect(await ask('POST', `/story-repost/${mention?.id}/repost`)).toMatchObject({ status: 'REPOSTING' })
    const credit = page.getByText(`with @${mention?.originalUsername}`)
    const shownAnew = async () => {
      await page.reload()
      return credit.count()
    }
    await expect.poll(shownAnew, { interval: 500 }).toBe(1)
    expect(outside).toEqual([])
    expect(complaints).toEqual([])
  })
})
