import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { Question } from '../../../../local-server/ui/src/kit/question.tsx'
import { pageMarkup } from '../page-text.ts'

const NOTHING = () => {}
const question = createElement(Question, {
  opened: true,
  title: 'Delete the post?',
  children: 'It cannot be undone.',
  act: 'Delete',
  onAct: NOTHING,
  onClose: NOTHING,
  isDone: false,
})

it('lies over messages, which have the place of an overlay and would take the clicks on its buttons', async () => {
  // The library draws in place what a page has at its end.
  const inPlace = createElement(MantineProvider, { env: 'test', children: question })
  expect(await pageMarkup(inPlace)).toContain('--mb-z-index:calc(var(--mantine-z-index-overlay) + 1)')
})
