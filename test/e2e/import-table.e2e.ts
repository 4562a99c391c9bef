// A table dropped on the page: each row is a post with its time, picture and problem.
import { describe, expect, it } from 'vitest'
import type { PostBody } from '../../core/api/posts.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { objections } from './axe.ts'
import { browser, openBrowser } from './file-set-up.ts'
import { photoFile, visit } from './visit.ts'

openBrowser()

const YEAR = new Date().getUTCFullYear() + 1

async function scheduledPosts(server: ServerProcess): Promise<PostBody[]> {
  const { posts } = (await (await server.api('/schedule?limit=100')).json()) as { posts: PostBody[] }
  return posts.toSorted((a, b) => String(a.scheduledFor).localeCompare(String(b.scheduledFor)))
}

const tableFile = (...lines: string[]) => ({
  name: 'week.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})

type Chosen = Awaited<ReturnType<typeof photoFile>> | ReturnType<typeof tableFile>

async function choose(page: Awaited<ReturnType<typeof visit>>['page'], files: readonly Chosen[]) {
  await page.keyboard.press('Control+k')
  const chooser = page.waitForEvent('filechooser')
  await page.getByText('Choose files or a table to plan').click()
  await (await chooser).setFiles([...files])
}

describe('a table of posts', () => {
  it('is a post for each row, corrected in place, scheduled by one click and taken back by one', async () => {
    const server = await startServer()
    const { page, complaints } = await visit(browser, server)
    const table = tableFile(
      'id;file;caption;at;zone',
      `1;soup.jpg;Soup, hot;24.11.${YEAR} 09:00;UTC`,
      `2;bread.jpg;Bread;yesterday;UTC`,
      `3;gone.jpg;Tea;26.11.${YEAR} 09:00;UTC`,
    )
    await choose(page, [table, await photoFile('SOUP.JPG'), await photoFile('bread.jpg')])
    const sheet = page.getByRole('dialog', { name: '3 rows, one post each' })
    await expect.poll(async () => sheet.getByLabel('Caption of soup.jpg').inputValue()).toBe('Soup, hot')
    await sheet.getByText('“yesterday” is not a time.', { exact: false }).waitFor()
    await sheet.getByText('gone.jpg was not dropped with the table', { exact: false }).waitFor()
    expect(await objections(page)).toEqual([])
    await sheet.getByLabel('Date and time of bread.jpg').fill(`${YEAR}-11-25T09:00`)
    const chooser = page.waitForEvent('filechooser')
    await sheet.getByRole('button', { name: 'Choose a file for gone.jpg' }).click()
    await (await chooser).setFiles(await photoFile('tea.jpg'))
    await sheet.getByRole('button', { name: 'Schedule 3 posts' }).click()
    await page.getByText('3 posts scheduled.').hover()
    const posts = await scheduledPosts(server)
    expect(posts.map(({ caption }) => caption)).toEqual(['Soup, hot', 'Bread', 'Tea'])
    expect(posts.map(({ scheduledFor }) => String(scheduledFor).slice(5, 10))).toEqual([
      '11-24',
      '11-25',
      '11-26',
    ])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('3 posts taken back.').waitFor()
    expect(await scheduledPosts(server)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('makes a carousel of a row with several files, and changes the post of one that has changed since', async () => {
    const server = await startServer()
    const { page, complaints } = await visit(browser, server)
    const rows = (soup: string, ...more: string[]) =>
      tableFile('id,file,caption,at,zone', `1,soup.jpg,${soup},UTC`, ...more)
    await choose(page, [rows(`Soup,24.11.${YEAR} 09:00`), await photoFile('soup.jpg')])
    await page.getByRole('button', { name: 'Schedule 1 post' }).click()
    await page.getByText('1 post scheduled.').waitFor()
    const before = await scheduledPosts(server)

    // The picture of the first stays in the library, and one of the carousel is chosen in place.
    const grown = rows(
      `Hot soup,25.11.${YEAR} 10:00`,
      `2,one.jpg|two.jpg|three.jpg,Three,26.11.${YEAR} 09:00,UTC`,
    )
    await choose(page, [grown, await photoFile('one.jpg'), await photoFile('two.jpg')])
    const sheet = page.getByRole('dialog', { name: '2 rows, one post each' })
    await sheet.getByText('its post is changed.', { exact: false }).waitFor()
    const chooser = page.waitForEvent('filechooser')
    await sheet.getByRole('button', { name: 'Choose a file for three.jpg' }).click()
    await (await chooser).setFiles(await photoFile('three.jpg'))
    await sheet.getByRole('button', { name: 'Schedule 2 posts' }).waitFor()
    // The browser keeps what is a change, and which files are one post.
    await page.reload()
    await sheet.getByRole('button', { name: 'Schedule 2 posts' }).waitFor()
    expect(await sheet.locator('[data-stored]').first().locator('img').count()).toBe(1)
    expect(await sheet.locator('[data-stored]').last().locator('img').count()).toBe(3)
    expect(await objections(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Schedule 2 posts' }).click()
    await page.getByText('1 post scheduled. 1 post changed.').hover()
    const [soup, three] = await scheduledPosts(server)
    expect(soup).toMatchObject({ id: before[0]?.id, caption: 'Hot soup' })
    expect(String(soup?.scheduledFor)).toContain('11-25T10:00')
    expect(three).toMatchObject({ mediaType: 'CAROUSEL', caption: 'Three' })

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 post taken back. 1 post is as it was.').waitFor()
    const facts = ({ id, caption, scheduledFor, timezone }: PostBody) => [id, caption, scheduledFor, timezone]
    expect((await scheduledPosts(server)).map(facts)).toEqual(before.map(facts))
    // The next import finds it changed again, and is told of what it leaves out.
    await choose(page, [grown, await photoFile('one.jpg'), await photoFile('two.jpg')])
    await sheet.getByText('its post is changed.', { exact: false }).waitFor()
    await sheet.getByRole('button', { name: 'Leave one.jpg out' }).click()
    await page.getByRole('button', { name: 'Schedule 1 post' }).click()
    await page.getByText('1 post changed.').waitFor()
    await choose(page, [grown, await photoFile('one.jpg'), await photoFile('two.jpg')])
    await page.getByText('1 row was imported before and is left out.').waitFor()
    expect(complaints).toEqual([])
  })

  it('that names an account which is not here asks for another one, and takes the only one', async () => {
    const server = await startServer()
    const { page } = await visit(browser, server)
    const table = tableFile('file,account,at', `soup.jpg,not.here,24.11.${YEAR} 09:00`)
    await choose(page, [table, await photoFile('soup.jpg')])
    const sheet = page.getByRole('dialog', { name: '1 row, one post each' })
    const told = sheet.getByText('There is no account not.here here.', { exact: false })
    await told.waitFor()
    await sheet.getByLabel('Account for soup.jpg').selectOption('demo.kitchen')
    await told.waitFor({ state: 'detached' })
    await sheet.getByRole('button', { name: 'Schedule 1 post' }).click()
    await page.getByText('1 post scheduled.').waitFor()
  })

  it('whose dates fit both ways is asked about, and a row that was imported before is left out', async () => {
    const server = await startServer()
    const { page } = await visit(browser, server)
    const rows = ['file,caption,at', `soup.jpg,Soup,4/11/${YEAR} 09:00`]
    await choose(page, [tableFile(...rows), await photoFile('soup.jpg')])
    const sheet = page.getByRole('dialog', { name: '1 row, one post each' })
    await sheet.getByLabel('Caption of soup.jpg').fill('Hot soup')
    await sheet.locator('[data-stored]').waitFor()
    // The browser keeps the rows, and not their table.
    await page.reload()
    await sheet.getByRole('combobox', { name: 'Which number is the day?' }).click()
    await page.getByRole('option', { name: 'The first: 24/11/2031' }).click()
    await sheet.getByRole('button', { name: 'Schedule 1 post' }).click()
    await page.getByText('1 post scheduled.').waitFor()
    const [post] = await scheduledPosts(server)
    expect(String(post?.scheduledFor).slice(5, 7)).toBe('11')
    expect(post?.caption).toBe('Hot soup')
    await choose(page, [
      tableFile(rows[0] ?? '', `soup.jpg,Soup,4/11/${YEAR} 09:00`, `bread.jpg,Bread,24/11/${YEAR} 09:00`),
      await photoFile('soup.jpg'),
    ])
    await page.getByText('1 row was imported before and is left out.').waitFor()
  })

  it('that is a workbook is refused with how to save it', async () => {
    const { page } = await visit(browser, await startServer())
    await choose(page, [{ ...tableFile('x'), name: 'week.xlsx' }])
    await page.getByText('Save its sheet as “CSV UTF-8”', { exact: false }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})
