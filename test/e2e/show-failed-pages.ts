// What the pages of a failed test showed: on another machine nobody can look at them.
import { afterEach } from 'vitest'
import { openPages } from './browser.ts'

const LONGEST = 3_000

afterEach(async ({ task }) => {
  const pages = openPages.splice(0).filter((page) => !page.isClosed())
  if (task.result?.state !== 'fail') return
  for (const page of pages) {
    const text = await page.locator('body').innerText({ timeout: 5_000 }).catch(String)
    console.log(`“${task.name}” failed while ${page.url().split('#')[0]} showed:\n${text.slice(0, LONGEST)}`)
  }
})
