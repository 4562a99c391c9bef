// `npm run check`: the built page is within its budget, in the language that weighs most.
import { pageDir } from '../../../../local-server/paths.ts'
import { filesOfFirstLoad, kilobytes, overBudget } from './first-load.ts'

const LANGUAGES = ['src/strings/en/english.ts', 'src/strings/de/german.ts']

for (const language of LANGUAGES) {
  const files = filesOfFirstLoad(pageDir, [language])
  const problem = overBudget(files)
  if (problem !== null) {
    console.error(`${language}: ${problem}`)
    process.exitCode = 1
  }
  for (const { name, bytes } of files) console.log(`${kilobytes(bytes).padStart(9)}  ${name}`)
}
