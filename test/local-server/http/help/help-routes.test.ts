import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchorOf, HELP_PAGES, HELP_TITLES } from '../../../../core/rules/notices/help-pages.ts'
import { SYMPTOMS, symptomAddress, type Symptom } from '../../../../core/rules/notices/symptoms.ts'
import { helpRoutes } from '../../../../local-server/http/help/help-routes.ts'
import { guideDir } from '../../../../local-server/paths.ts'
import { newFolder } from '../../../process-harness/own-folders.ts'

const app = helpRoutes(guideDir)
const textOf = async (path: string) => (await app.request(path)).text()

/** A guide of one page. */
function guideOf(markdown: string) {
  const folder = newFolder()
  writeFileSync(join(folder, 'start.md'), markdown)
  return async () => (await helpRoutes(folder).request('/help/start')).text()
}

it('leads to its first page', async () => {
  const answer = await app.request('/help')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/help/start'])
})

it('has no page of another name, and none of another folder', async () => {
  for (const path of ['/help/more', '/help/toString', '/help/..%2FREADME', '/help/start.md'])
    expect([path, (await app.request(path)).status]).toEqual([path, 404])
})

it('tells a browser that its copy of a page is still true', async () => {
  const first = await app.request('/help/start')
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  expect((await app.request('/help/start', { headers })).status).toBe(304)
})

it('sends its style sheet as one', async () => {
  const answer = await app.request('/help/help.css')
  expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(await answer.text()).toContain('prefers-color-scheme: dark')
})

it('gives each heading the anchor that GitHub gives it, and lists the chapters', async () => {
  const page = await guideOf('# Start\n\n## What it costs, and `why`\n\n### Less\n')()
  expect(page).toContain('<h2 id="what-it-costs-and-why">What it costs, and <code>why</code></h2>')
  expect(page).toContain('<li><a href="#what-it-costs-and-why">What it costs, and why</a></li>')
  expect(page).not.toContain('href="#less"')
})

it('links to pages of the guide here, and names what is only in the repository', async () => {
  const page = await guideOf(
    '[a](at-home.md#update) [b](#c) [d](../README.md#the-data-folder) [e](http://127.0.0.1:4100/api/docs) [f](https://ntfy.sh)',
  )()
  for (const link of [
    '<a href="/help/at-home#update">a</a>',
    '<a href="#c">b</a>',
    'd (<code>local-server/README.md</code>)',
    '<a href="/api/docs">e</a>',
    '<a href="https://ntfy.sh">f</a>',
  ])
    expect(page).toContain(link)
})

describe.each(HELP_PAGES)('%s', (name) => {
  it('is a page that loads nothing but its style sheet and runs no script', async () => {
    const page = await textOf(`/help/${name}`)
    expect(page).toContain(`<h1 id="${anchorOf(HELP_TITLES[name])}">${HELP_TITLES[name]}</h1>`)
    expect(page).toContain(`<a href="/help/${name}" aria-current="page">`)
    expect(page).not.toMatch(/<script|<img|style=|\son\w+=/)
  })

  it('has each anchor once', async () => {
    const ids = [...(await textOf(`/help/${name}`)).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual([...new Set(ids)])
  })

  it('links to pages and chapters that are there', async () => {
    const links = [...(await textOf(`/help/${name}`)).matchAll(/<a href="((?:\/help\/|#)[^"]*)"/g)]
    for (const [, link = ''] of links) {
      const [path = '', anchor = ''] = link.startsWith('#')
        ? [`/help/${name}`, link.slice(1)]
        : link.split('#')
      const target = await textOf(path)
      expect(target).toContain('<main')
      if (anchor !== '') expect([link, target.includes(` id="${anchor}"`)]).toEqual([link, true])
    }
    expect(links.length).toBeGreaterThan(5)
  })
})

it('has a chapter for each symptom that the page links to, and for no other', async () => {
  const page = await textOf('/help/trouble')
  const chapters = [...page.matchAll(/<h2 id="([^"]+)">/g)].map(([, anchor]) => `/help/trouble#${anchor}`)
  expect(chapters).toEqual((Object.keys(SYMPTOMS) as Symptom[]).map(symptomAddress))
})
