import { describe, expect, it } from 'vitest'
import { openPage } from './browser.ts'
import { browser, openBrowserAndServer, server } from './file-set-up.ts'

openBrowserAndServer()

describe('the link that a start prints', () => {
  it('signs the browser in by the printed link, without the internet, and once only', async () => {
    const first = await openPage(browser)
    await first.page.goto(server.link)
    await first.page.getByRole('navigation').first().waitFor()

    expect(await first.page.title()).toContain('Nightpost')
    expect(first.page.url()).not.toContain('#t=')
    expect((await first.context.cookies()).map(({ name, httpOnly }) => ({ name, httpOnly }))).toContainEqual({
      name: 'session',
      httpOnly: true,
    })
    expect(first.outside).toEqual([])
    expect(first.complaints).toEqual([])

    const second = await openPage(browser)
    await second.page.goto(server.link)
    await second.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await second.context.cookies()).toEqual([])
  })
})

describe('the API docs', () => {
  it('lists the routes in the API docs without the internet', async () => {
    const { page, context, outside, complaints } = await openPage(browser)
    const [name = '', value = ''] = (await server.signIn()).split('=')
    await context.addCookies([{ name, value, url: server.origin }])
    await page.goto(`${server.origin}/api/docs`)
    await page.locator('.opblock').first().waitFor()

    expect(await page.getByText('/posts/publish', { exact: true }).count()).toBe(1)
    expect(outside).toEqual([])
    expect(complaints).toEqual([])
  })
})
