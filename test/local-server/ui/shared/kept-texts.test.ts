import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetText, keepText, keptText } from '../../../../local-server/ui/src/shared/kept-texts.ts'

beforeEach(() => vi.stubGlobal('window', new EventTarget()))
afterEach(() => vi.unstubAllGlobals())

const isAskedBeforeLeaving = () => {
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  return leaving.defaultPrevented
}

it('keeps a text until these very words are saved, and asks before they are lost with the tab', () => {
  keepText('name', 'Half a')
  keepText('name', 'Half a sentence')
  forgetText('name', 'Half a')
  expect(keptText('name')).toBe('Half a sentence')
  expect(isAskedBeforeLeaving()).toBe(true)
  forgetText('name', 'Half a sentence')
  expect(keptText('name')).toBeNull()
  expect(isAskedBeforeLeaving()).toBe(false)
})
