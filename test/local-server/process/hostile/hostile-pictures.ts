// Files that call themselves pictures and are built to harm: other formats, two formats in one, sizes that lie, secrets and
// scripts in places where no pixel is. `address` is where some of them would like to call.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export interface HostileFile {
  readonly what: string
  readonly bytes: Buffer
  readonly name: string
  readonly type: string
}

/** Stands in metadata and behind ends; must stand in nothing that is stored. */
export const MARK = 'HOSTILEMARK'

const SCRIPT = `<html><script>alert("${MARK}")</script></html>`
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const jpegNamed = (what: string, bytes: Buffer): HostileFile => ({
  what,
  bytes,
  name: 'a.jpg',
  type: 'image/jpeg',
})
const pngNamed = (what: string, bytes: Buffer): HostileFile => ({
  what,
  bytes,
  name: 'a.png',
  type: 'image/png',
})
const webpNamed = (what: string, bytes: Buffer): HostileFile => ({
  what,
  bytes,
  name: 'a.webp',
  type: 'image/webp',
})

const noise = (width = 320, height = 320) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

export async function hostilePictures(address: string): Promise<HostileFile[]> {
  const [jpeg, png, webp] = await Promise.all([
    noise().jpeg().toBuffer(),
    noise().png().toBuffer(),
    noise().webp().toBuffer(),
  ])
  return [
    ...(await otherFormats(address)),
    ...polyglots(jpeg, png),
    ...(await metadata(address)),
    ...lies(jpeg, png, webp),
    ...(await giants()),
    ...truncations(jpeg, png, webp),
  ]
}

async function otherFormats(address: string): Promise<HostileFile[]> {
  const svg = (inner: string) =>
    latin1(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inner}</svg>`)
  const entity = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "${address}">]>`
  return [
    jpegNamed('an SVG that calls', svg(`<image href="${address}/svg"/>`)),
    jpegNamed('an SVG with an entity', Buffer.concat([latin1(entity), svg('&x;')])),
    {
      what: 'an SVG by its name',
      bytes: svg(`<script>alert("${MARK}")</script>`),
      name: 'a.svg',
      type: 'image/svg+xml',
    },
    jpegNamed('a GIF', await noise(20, 20).gif().toBuffer()),
    {
      what: 'a GIF by its name',
      bytes: await noise(20, 20).gif().toBuffer(),
      name: 'a.gif',
      type: 'image/gif',
    },
    jpegNamed('a TIFF', await noise(20, 20).tiff().toBuffer()),
    jpegNamed('an AVIF', await noise(20, 20).avif().toBuffer()),
    jpegNamed('a PDF', latin1('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')),
    jpegNamed(
      'a drawing script',
      latin1(`push graphic-context\nfill "url(${address}/x.jpg|ls)"\npop graphic-context`),
    ),
    jpegNamed('PostScript', latin1('%!PS\n(/etc/passwd) (r) file')),
    jpegNamed('a web page', latin1(SCRIPT)),
    jpegNamed('a program', latin1('\x7fELF\x02\x01\x01' + '\0'.repeat(200))),
    jpegNamed('a ZIP archive', latin1('PK\x05\x06' + '\0'.repeat(18))),
    jpegNamed('nothing', Buffer.alloc(0)),
    jpegNamed('one byte', Buffer.from([0xff])),
    jpegNamed('zeros', Buffer.alloc(200_000)),
    jpegNamed('a PNG', await noise(20, 20).png().toBuffer()),
    pngNamed('a WebP', await noise(20, 20).webp().toBuffer()),
    {
      what: 'a JPEG as a web page',
      bytes: await noise(20, 20).jpeg().toBuffer(),
      name: 'a.html',
      type: 'text/html',
    },
    {
      what: 'a JPEG as a video',
      bytes: await noise(20, 20).jpeg().toBuffer(),
      name: 'a.mp4',
      type: 'video/mp4',
    },
  ]
}

function polyglots(jpeg: Buffer, png: Buffer): HostileFile[] {
  const commented = (text: string) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(text.length + 2)
    return Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe]),
      length,
      latin1(text),
      jpeg.subarray(2),
    ])
  }
  return [
    jpegNamed('a JPEG with a page behind it', Buffer.concat([jpeg, latin1(SCRIPT)])),
    jpegNamed(
      'a JPEG with an archive behind it',
      Buffer.concat([jpeg, latin1(`PK\x03\x04${MARK}PK\x05\x06${'\0'.repeat(18)}`)]),
    ),
    jpegNamed('a JPEG with a script in a comment', commented(`*/=alert("${MARK}")/*`)),
    jpegNamed('a JPEG with PHP in a comment', commented(`<?php system("${MARK}"); ?>`)),
    jpegNamed('a JPEG with a JPEG behind it', Buffer.concat([jpeg, latin1(MARK), jpeg])),
    pngNamed('a PNG with a page behind it', Buffer.concat([png, latin1(SCRIPT)])),
    pngNamed('a PNG with a text of its own', withChunk(png, 'tEXt', latin1(`Comment\0${SCRIPT}`))),
    pngNamed(
      'a PNG with a bomb for a text',
      withChunk(png, 'zTXt', Buffer.concat([latin1('a\0\0'), deflateSync(Buffer.alloc(80_000_000))])),
    ),
    pngNamed(
      'a PNG with a bomb for a profile',
      withChunk(png, 'iCCP', Buffer.concat([latin1('a\0\0'), deflateSync(Buffer.alloc(80_000_000))])),
    ),
    jpegNamed('a page with a JPEG behind it', Buffer.concat([latin1(SCRIPT), jpeg])),
    jpegNamed('a GIF head before a JPEG', Buffer.concat([latin1('GIF89a'), jpeg])),
  ]
}

async function metadata(address: string): Promise<HostileFile[]> {
  const gps = {
    IFD0: { Copyright: MARK, Artist: SCRIPT },
    IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' },
  }
  const xmp = `<?xpacket?><x:xmpmeta xmlns:x="adobe:ns:meta/"><a href="${address}">${MARK}</a></x:xmpmeta>`
  const told = (format: 'jpeg' | 'png' | 'webp') =>
    noise().withExif(gps).withXmp(xmp).toFormat(format).toBuffer()
  return [
    jpegNamed('a JPEG that tells where it was taken', await told('jpeg')),
    pngNamed('a PNG that tells where it was taken', await told('png')),
    webpNamed('a WebP that tells where it was taken', await told('webp')),
    jpegNamed('a CMYK JPEG', await noise().toColourspace('cmyk').jpeg().toBuffer()),
    pngNamed('a PNG of 16 bits', await noise().toColourspace('rgb16').png().toBuffer()),
  ]
}

function lies(jpeg: Buffer, png: Buffer, webp: Buffer): HostileFile[] {
  const frame = jpeg.indexOf(Buffer.from('ffc00011', 'hex'))
  const sized = Buffer.from(jpeg)
  sized.writeUInt16BE(65_500, frame + 5)
  sized.writeUInt16BE(1_500, frame + 7)
  const longWebp = Buffer.from(webp)
  longWebp.writeUInt32LE(0xfffffff0, 4)
  const cutChunk = Buffer.from(png)
  cutChunk.writeUInt32BE(0x7fffffff, 33)
  return [
    pngNamed('a PNG of 30,000 squared in its head', pngClaiming(30_000, 30_000)),
    pngNamed('a PNG of 2^31 squared in its head', pngClaiming(2 ** 31 - 1, 2 ** 31 - 1)),
    pngNamed('a PNG of 0 by 10', pngClaiming(0, 10)),
    pngNamed('a PNG with more in its head than it holds', pngClaiming(5_000, 5_000)),
    pngNamed('a PNG with an endless chunk', cutChunk),
    pngNamed('a PNG without pixels', png.subarray(0, 33)),
    jpegNamed('a JPEG with more in its head than it holds', sized),
    jpegNamed('a JPEG with noise in its middle', noisy(jpeg)),
    pngNamed('a PNG with noise in its middle', noisy(png)),
    webpNamed('a WebP with noise in its middle', noisy(webp)),
    webpNamed('a WebP longer in its head than it is', longWebp),
  ]
}

async function giants(): Promise<HostileFile[]> {
  const raw = Buffer.alloc(8 * 8 * 10_000 * 3, 200)
  const strip = { width: 8, height: 80_000, channels: 3, pageHeight: 8 } as const
  const frames = await sharp(raw, { raw: strip, limitInputPixels: false })
    .webp({ effort: 0, lossless: true })
    .toBuffer()
  const grey = { create: { width: 7_000, height: 7_000, channels: 3 as const, background: '#888' } }
  return [
    webpNamed('a WebP of ten thousand frames', frames),
    pngNamed('a real PNG of 30,000 squared', realSquare(30_000)),
    jpegNamed(
      'a progressive JPEG of 49 megapixels',
      await sharp(grey).jpeg({ progressive: true }).toBuffer(),
    ),
    pngNamed('an interlaced PNG of 49 megapixels', await sharp(grey).png({ progressive: true }).toBuffer()),
  ]
}

const PLACES = 7

function truncations(jpeg: Buffer, png: Buffer, webp: Buffer): HostileFile[] {
  const cut = (bytes: Buffer, n: number) => bytes.subarray(0, Math.floor((bytes.length * (n + 0.5)) / PLACES))
  return Array.from({ length: PLACES }, (_, n) => [
    jpegNamed(`a JPEG cut at ${n} of ${PLACES}`, cut(jpeg, n)),
    pngNamed(`a PNG cut at ${n} of ${PLACES}`, cut(png, n)),
    webpNamed(`a WebP cut at ${n} of ${PLACES}`, cut(webp, n)),
  ]).flat()
}

function noisy(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const middle = Math.floor(copy.length / 2)
  for (let n = 0; n < 300; n += 1) copy[middle + n] = (n * 131 + 7) % 251
  return copy
}

function pngClaiming(width: number, height: number): Buffer {
  return pngOf(header(width, height, 8, 2), deflateSync(Buffer.alloc(100)))
}

/** Black, one bit each: all of its pixels are there. */
function realSquare(size: number): Buffer {
  return pngOf(
    header(size, size, 1, 0),
    deflateSync(Buffer.alloc(size * (1 + Math.ceil(size / 8))), { level: 1 }),
  )
}

function header(width: number, height: number, bits: number, colours: number): Buffer {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(height, 4)
  bytes.set([bits, colours, 0, 0, 0], 8)
  return bytes
}

function pngOf(head: Buffer, data: Buffer): Buffer {
  const chunks = [chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

/** With one more chunk behind the header. */
function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk(type, data), png.subarray(33)])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
