import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  keepAltText,
  noteSavedAltText,
  unsavedAltText,
} from '../../../../local-server/ui/src/library/details/unsaved-alt-texts.ts'

beforeEach(() => vi.stubGlobal('window', new EventTarget()))
afterEach(() => vi.unstubAllGlobals())

const isAskedBeforeLeaving = () => {
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  return leaving.defaultPrevented
}

it('keeps an alt text until these very words are saved, and asks before they are lost with the tab', () => {
  keepAltText('a file', 'Half a')
  keepAltText('a file', 'Half a sentence')
  noteSavedAltText('a file', 'Half a')
  expect(unsavedAltText('a file')).toBe('Half a sentence')
  expect(isAskedBeforeLeaving()).toBe(true)
  noteSavedAltText('a file', 'Half a sentence')
  expect(unsavedAltText('a file')).toBeNull()
  expect(isAskedBeforeLeaving()).toBe(false)
})
