// Multipart bodies by hand, because the standard encoder refuses to write most of what a hostile sender writes.

export interface PartDraft {
  readonly disposition?: string
  readonly type?: string
  readonly bytes: Uint8Array | string
}

const BOUNDARY = 'nightpost-test'
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`
export const FILE = 'form-data; name="file"; filename="a.jpg"'
export const JPEG_HEAD = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0])

export function formBody(parts: readonly PartDraft[], end = `--${BOUNDARY}--\r\n`): Uint8Array<ArrayBuffer> {
  const chunks = parts.flatMap(({ disposition = FILE, type, bytes }) => [
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: ${disposition}\r\n`),
    Buffer.from(type === undefined ? '\r\n' : `content-type: ${type}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ])
  return new Uint8Array(Buffer.concat([...chunks, Buffer.from(end)]))
}

export function formRequest(body: BodyInit, headers: Record<string, string> = {}): Request {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': FORM_TYPE, ...headers },
  }
  return new Request('http://localhost/media/upload', init)
}
