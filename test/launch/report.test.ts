// What the launcher prints while it works.
import { expect, it, onTestFinished, vi } from 'vitest'
import { createReport } from '../../local-server/launch/report.mjs'

/** All that is written while a step runs on a terminal of that width. */
async function written(columns: number): Promise<string[]> {
  const texts: string[] = []
  const output = Object.assign(Object.create(process.stdout) as NodeJS.WriteStream, {
    isTTY: true,
    columns,
    on: () => process.stdout,
    write: (text: string) => texts.push(text) > 0,
  })
  await createReport(output).step('Installing packages (200 MB)', 'Packages installed', async () => {})
  return texts
}

it('a step counts on one line, also of a narrow terminal, and is said in full once it is done', async () => {
  vi.stubEnv('TERM', 'xterm')
  onTestFinished(() => void vi.unstubAllEnvs())
  const [counting, erased, done] = await written(20)
  expect([counting, erased]).toEqual(['\r\u001B[K  … Installing pack', '\r\u001B[K'])
  expect(done).toMatch(/^ {2}✔ Packages installed \(\d/)
  expect((await written(0))[0]).toContain('Installing packages (200 MB) 0 s')
})
