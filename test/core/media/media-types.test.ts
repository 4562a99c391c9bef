import { describe, expect, it } from 'vitest'
import { acceptedType } from '../../../core/media/media-types.ts'

describe('deciding what an upload is', () => {
  it('takes each of the eight types when bytes and claim agree', () => {
    const taken = ['image/jpeg', 'image/png', 'image/webp', 'video/mp4', 'video/quicktime']
    const alsoTaken = ['video/x-matroska', 'video/webm', 'video/x-msvideo']
    for (const type of [...taken, ...alsoTaken]) expect(acceptedType(type, type).mimeType).toBe(type)
  })

  it('knows the other names that sniffers give', () => {
    expect(acceptedType('video/matroska', 'video/x-matroska').extension).toBe('mkv')
    expect(acceptedType('video/vnd.avi', 'video/x-msvideo').extension).toBe('avi')
    expect(acceptedType('video/x-m4v', 'video/mp4').extension).toBe('mp4')
  })

  it('tolerates senders that make no claim', () => {
    expect(acceptedType('image/png', '').kind).toBe('image')
    expect(acceptedType('video/mp4', 'application/octet-stream').kind).toBe('video')
  })

  it('tolerates confusions within a family of containers', () => {
    expect(acceptedType('video/quicktime', 'video/mp4').mimeType).toBe('video/quicktime')
    expect(acceptedType('video/webm', 'video/x-matroska').mimeType).toBe('video/webm')
  })

  it('refuses a claim that the bytes contradict', () => {
    expect(() => acceptedType('image/png', 'image/jpeg')).toThrow(/sent as image\/jpeg but is image\/png/)
    expect(() => acceptedType('video/mp4', 'image/jpeg')).toThrow(/video\/mp4/)
    expect(() => acceptedType('image/jpeg', 'text/html')).toThrow(/text\/html/)
  })

  it('names the ending by which browsers tell the type that a file has', () => {
    expect(() => acceptedType('image/webp', 'image/jpeg')).toThrow('Give its name the ending .webp')
  })

  it('refuses bytes that prove nothing, and says what is taken', () => {
    expect(() => acceptedType(null, 'image/jpeg')).toThrow(/Upload a JPEG, PNG or WebP/)
  })

  it('refuses every other type with MEDIA_INVALID', () => {
    expect(() => acceptedType('image/gif', 'image/gif')).toThrow(
      expect.objectContaining({ code: 'MEDIA_INVALID' }),
    )
    expect(() => acceptedType('application/pdf', '')).toThrow(
      expect.objectContaining({ code: 'MEDIA_INVALID' }),
    )
    expect(() => acceptedType('image/heic', 'image/heic')).toThrow(/Export it as JPEG/)
  })
})
