import { afterEach, describe, expect, it, vi } from 'vitest'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import {
  handMedia,
  hasHandedMedia,
  takeHandedMedia,
} from '../../../../local-server/ui/src/shared/handed-media.ts'

afterEach(() => vi.unstubAllGlobals())

const FILES = [{ id: 'a' }, { id: 'b' }] as MediaFileBody[]

function aStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
}

describe('files that are handed to the form', () => {
  it.each([
    ['', aStorage],
    [', also in a browser that gives no storage', () => null],
  ])('are taken once%s', (_where, storage) => {
    vi.stubGlobal('sessionStorage', storage())
    expect(hasHandedMedia()).toBe(false)
    expect(takeHandedMedia()).toEqual([])
    handMedia(FILES)
    expect(hasHandedMedia()).toBe(true)
    expect(takeHandedMedia()).toEqual(FILES)
    expect(takeHandedMedia()).toEqual([])
  })
})
