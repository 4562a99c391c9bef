import { expect, it } from 'vitest'
import { dataDirFlag } from '../../../local-server/terminal/called-as.ts'

it.each([
  ['/home/ann/nightpost', '--data-dir /home/ann/nightpost'],
  [
    '/Users/ann/Library/Application Support/Nightpost',
    '--data-dir "/Users/ann/Library/Application Support/Nightpost"',
  ],
  ["/home/o'brien/nightpost", `--data-dir "/home/o'brien/nightpost"`],
  ['/srv/food&drink', '--data-dir "/srv/food&drink"'],
])('a folder can be named as it is printed: %s', (folder, flag) => {
  expect(dataDirFlag(folder)).toBe(flag)
})
