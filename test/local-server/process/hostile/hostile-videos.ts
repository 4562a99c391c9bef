// Files that call themselves videos and are built to harm: playlists, references to other files and hosts, boxes whose sizes
// lie. `address` is where some of them would like to call.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../../../../local-server/paths.ts'
import type { HostileFile } from './hostile-pictures.ts'

const fixture = (name: string) => readFileSync(join(repositoryRoot, 'test', 'fixtures', name))
const mp4Named = (what: string, bytes: Buffer | string): HostileFile => ({
  what,
  bytes: Buffer.from(bytes),
  name: 'a.mp4',
  type: 'video/mp4',
})

export function hostileVideos(address: string): HostileFile[] {
  const clip = fixture('clip-index-first.mp4')
  return [...playlists(address), ...references(clip, address), ...lyingBoxes(clip), ...cuts(clip)]
}

function playlists(address: string): HostileFile[] {
  const list = `#EXTM3U\n#EXTINF:1,\n${address}/list\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n`
  return [
    mp4Named('a playlist', list),
    {
      what: 'a playlist by its type',
      bytes: Buffer.from(list),
      name: 'a.m3u8',
      type: 'application/vnd.apple.mpegurl',
    },
    mp4Named('a list of files to join', 'ffconcat version 1.0\nfile /etc/passwd\n'),
    mp4Named(
      'a session description',
      `v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\na=${address}\n`,
    ),
    mp4Named('a DASH manifest', `<?xml version="1.0"?><MPD><BaseURL>${address}/dash</BaseURL></MPD>`),
    mp4Named('text', 'not a film'),
    mp4Named('nothing', ''),
    mp4Named('one byte', 'x'),
    mp4Named('a head and nothing else', box('ftyp', Buffer.from('isom\0\0\0\0isom'))),
    mp4Named(
      'a head with a playlist',
      Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isom')), Buffer.from(list)]),
    ),
    { what: 'an MP4 as a picture', bytes: fixture('clip-tall.mp4'), name: 'a.jpg', type: 'image/jpeg' },
    { what: 'an MKV as an MP4', bytes: fixture('clip.mkv'), name: 'a.mp4', type: 'video/mp4' },
    {
      what: 'an MP4 as a QuickTime film',
      bytes: fixture('clip-tall.mp4'),
      name: 'a.mov',
      type: 'video/quicktime',
    },
  ]
}

/** QuickTime files may say that their samples lie elsewhere. */
function references(clip: Buffer, address: string): HostileFile[] {
  const elsewhere = (url: string) => replaceBox(clip, 'url ', Buffer.from(`\0\0\0\0${url}\0`))
  const reference = box(
    'rmra',
    box('rmda', box('rdrf', Buffer.from(`\0\0\0\0url \0\0\0\x20${address}/movie\0`))),
  )
  return [
    mp4Named('an MP4 whose samples are at a host', elsewhere(`${address}/samples`)),
    mp4Named('an MP4 whose samples are in a file', elsewhere('file:///etc/passwd')),
    mp4Named(
      'an MP4 that is a pointer to another',
      Buffer.concat([box('ftyp', Buffer.from('qt  \0\0\0\0qt  ')), box('moov', reference)]),
    ),
    mp4Named(
      'an MP4 with a page behind it',
      Buffer.concat([clip, Buffer.from('<html><script>1</script></html>')]),
    ),
    mp4Named(
      'an MP4 with a page in a box',
      Buffer.concat([clip, box('free', Buffer.from('<script>1</script>'))]),
    ),
  ]
}

function lyingBoxes(clip: Buffer): HostileFile[] {
  const moov = clip.indexOf('moov') - 4
  const sized = (at: number, size: number) => {
    const copy = Buffer.from(clip)
    copy.writeUInt32BE(size, at)
    return copy
  }
  const counted = (name: string) => {
    const copy = Buffer.from(clip)
    const at = copy.indexOf(name)
    if (at > 0) copy.writeUInt32BE(0xfffffff0, at + 8)
    return copy
  }
  const nested = Array.from({ length: 3_000 }).reduce<Buffer>((inner) => box('moov', inner), Buffer.alloc(0))
  const wide = Buffer.from(clip)
  wide.writeUInt32BE(0xffff0000, wide.indexOf('tkhd') + 4 + 76)
  return [
    mp4Named('an index of no size', sized(moov, 0)),
    mp4Named('an index of size one', sized(moov, 1)),
    mp4Named('an index of four gigabytes', sized(moov, 0xffffffff)),
    mp4Named('an index smaller than its head', sized(moov, 7)),
    ...['stts', 'stsc', 'stsz', 'stco', 'stsd', 'stss', 'ctts', 'dref'].map((name) =>
      mp4Named(`four billion entries in ${name}`, counted(name)),
    ),
    mp4Named(
      'three thousand boxes in each other',
      Buffer.concat([clip.subarray(0, clip.readUInt32BE(0)), nested]),
    ),
    mp4Named('a film wider than the world', wide),
    { what: 'a WebM of endless size', bytes: endlessWebm(), name: 'a.webm', type: 'video/webm' },
    { what: 'an AVI of endless size', bytes: endlessAvi(), name: 'a.avi', type: 'video/x-msvideo' },
  ]
}

const PLACES = 7

function cuts(clip: Buffer): HostileFile[] {
  return Array.from({ length: PLACES }, (_, n) =>
    mp4Named(
      `an MP4 cut at ${n} of ${PLACES}`,
      clip.subarray(0, Math.floor((clip.length * (n + 0.5)) / PLACES)),
    ),
  )
}

function endlessWebm(): Buffer {
  const webm = fixture('clip.webm')
  // The size of the segment, the second element.
  const at = webm.indexOf(Buffer.from('18538067', 'hex')) + 4
  return Buffer.concat([webm.subarray(0, at), Buffer.from('01fffffffffffffe', 'hex'), webm.subarray(at + 8)])
}

function endlessAvi(): Buffer {
  const avi = Buffer.from(fixture('clip-h264.avi'))
  avi.writeUInt32LE(0xfffffff0, 4)
  return avi
}

function box(type: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length + 8)
  return Buffer.concat([size, Buffer.from(type, 'latin1'), content])
}

/** In place of the first box of this name; the sizes of those around it stay as they were, and lie. */
function replaceBox(file: Buffer, type: string, content: Buffer): Buffer {
  const at = file.indexOf(type, 0, 'latin1') - 4
  return Buffer.concat([file.subarray(0, at), box(type, content), file.subarray(at + file.readUInt32BE(at))])
}
