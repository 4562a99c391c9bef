// After each test its pages are closed: one that stays open follows everything that later tests do, and takes the processor
// from them. What they showed when it failed is printed first: on another machine nobody can look at them.
import { afterEach, beforeEach } from 'vitest'
import { openPages } from './browser.ts'

const LONGEST = 3_000

/** Pages that `beforeAll` has opened serve every test of the file. */
beforeEach(() => {
  openPages.length = 0
})

afterEach(async ({ task }) => {
  const pages = openPages.splice(0).filter((page) => !page.isClosed())
  if (task.result?.state === 'fail') {
    for (const page of pages) {
      const text = await page.locator('body').innerText({ timeout: 5_000 }).catch(String)
      console.log(
        `“${task.name}” failed while ${page.url().split('#')[0]} showed:\n${text.slice(0, LONGEST)}`,
      )
    }
  }
  await Promise.all(pages.map((page) => page.context().close()))
})
