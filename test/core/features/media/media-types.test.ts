import { describe, expect, it } from 'vitest'
import { acceptedType } from '../../../../core/features/media/media-types.ts'

describe('deciding what an upload is', () => {
  it('takes each of its types when bytes and claim agree', () => {
    const pictures = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/tiff', 'image/gif']
    const taken = [...pictures, 'video/mp4', 'video/quicktime']
    const alsoTaken = ['video/x-matroska', 'video/webm', 'video/x-msvideo']
    for (const type of [...taken, ...alsoTaken]) expect(acceptedType(type, type).mimeType).toBe(type)
  })

  it('knows the other names that sniffers give', () => {
    expect(acceptedType('video/matroska', 'video/x-matroska').extension).toBe('mkv')
    expect(acceptedType('video/vnd.avi', 'video/x-msvideo').extension).toBe('avi')
    expect(acceptedType('video/x-m4v', 'video/mp4').extension).toBe('mp4')
    expect(acceptedType('video/3gpp', 'video/3gpp').extension).toBe('mp4')
  })

  it('tolerates senders that make no claim', () => {
    expect(acceptedType('image/png', '').kind).toBe('image')
    expect(acceptedType('video/mp4', 'application/octet-stream').kind).toBe('video')
  })

  it('takes what the bytes are when the sender named another accepted type', () => {
    const accepted = ['image/jpeg', 'image/png', 'image/webp', 'video/mp4', 'video/quicktime', 'video/webm']
    const alsoAccepted = ['video/x-matroska', 'video/x-msvideo']
    for (const claim of [...accepted, ...alsoAccepted]) {
      expect(acceptedType('image/webp', claim).mimeType).toBe('image/webp')
      expect(acceptedType('video/quicktime', claim).mimeType).toBe('video/quicktime')
    }
  })

  it('takes what the bytes are also when the sender named a picture or a video that is not taken', () => {
    // As a browser names IMG_1.HEIC, which a mail program has made a JPEG, or clip.mpg.
    for (const claim of ['image/heic', 'image/bmp', 'image/jxl'])
      expect(acceptedType('image/jpeg', claim).mimeType).toBe('image/jpeg')
    expect(acceptedType('video/mp4', 'video/mpeg').mimeType).toBe('video/mp4')
  })

  it('refuses a claim to be neither picture nor video, and names the ending by which senders tell the type', () => {
    expect(() => acceptedType('image/jpeg', 'text/html')).toThrow(/sent as text\/html but is image\/jpeg/)
    expect(() => acceptedType('image/webp', 'application/pdf')).toThrow('Give its name the ending .webp')
  })

  it('refuses bytes that prove nothing, and says what is taken', () => {
    expect(() => acceptedType(null, 'image/jpeg')).toThrow(/Upload a JPEG, PNG, WebP/)
  })

  it('refuses every other type with MEDIA_INVALID', () => {
    expect(() => acceptedType('image/vnd.adobe.photoshop', '')).toThrow(
      expect.objectContaining({ code: 'MEDIA_INVALID' }),
    )
    expect(() => acceptedType('application/pdf', '')).toThrow(
      expect.objectContaining({ code: 'MEDIA_INVALID' }),
    )
    expect(() => acceptedType('image/heic', 'image/heic')).toThrow(/or export it as JPEG/)
    expect(() => acceptedType('image/bmp', 'image/bmp')).toThrow(/save it as PNG/)
  })
})
