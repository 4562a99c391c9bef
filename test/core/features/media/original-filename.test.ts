import { describe, expect, it } from 'vitest'
import { originalFilename } from '../../../../core/features/media/original-filename.ts'

describe('the name of an uploaded file', () => {
  it('stays as it is when it is a name', () => {
    expect(originalFilename('Ferien 2026 – Löwe 🦁.jpg')).toBe('Ferien 2026 – Löwe 🦁.jpg')
  })

  it('loses its path, whatever system it came from', () => {
    expect(originalFilename('../../etc/passwd')).toBe('passwd')
    expect(originalFilename('C:\\Users\\me\\a.jpg')).toBe('a.jpg')
    expect(originalFilename('/absolute/a.jpg')).toBe('a.jpg')
  })

  it('is never empty', () => {
    expect(originalFilename(undefined)).toBe('upload')
    expect(originalFilename('')).toBe('upload')
    expect(originalFilename('  ')).toBe('upload')
    expect(originalFilename('..')).toBe('upload')
    expect(originalFilename('folder/')).toBe('upload')
    expect(originalFilename('\0\0')).toBe('upload')
  })

  it('loses control characters and marks that reverse its direction', () => {
    expect(originalFilename('a\0b\r\nc.jpg')).toBe('abc.jpg')
    expect(originalFilename('photo\u202egpj.exe')).toBe('photogpj.exe')
  })

  it('is cut to 255 characters and keeps its extension', () => {
    const name = originalFilename(`${'x'.repeat(10_000)}.jpeg`)
    expect(name).toHaveLength(255)
    expect(name.endsWith('x.jpeg')).toBe(true)
  })

  it('is well-formed text even when it was cut through a character', () => {
    expect(originalFilename('🦁'.repeat(200)).isWellFormed()).toBe(true)
    expect(originalFilename('\ud83e.jpg').isWellFormed()).toBe(true)
  })
})
