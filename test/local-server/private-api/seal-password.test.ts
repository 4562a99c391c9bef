import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sealPassword } from '../../../local-server/private-api/seal-password.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PEM = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })).toString('base64')
const TIME = 1_795_176_000_123

function open(sealed: string): { keyId: number; password: string } {
  const [, form, time = '', base64 = ''] = sealed.split(':')
  expect(form).toBe('4')
  const bytes = Buffer.from(base64, 'base64')
  expect(bytes[0]).toBe(1)
  const length = bytes.readUInt16LE(14)
  const rest = bytes.subarray(16 + length)
  const padding = constants.RSA_PKCS1_PADDING
  const key = privateDecrypt({ key: privateKey, padding }, bytes.subarray(16, 16 + length))
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(2, 14))
  decipher.setAAD(Buffer.from(time))
  decipher.setAuthTag(rest.subarray(0, 16))
  const password = Buffer.concat([decipher.update(rest.subarray(16)), decipher.final()]).toString('utf8')
  return { keyId: bytes[1] ?? -1, password }
}

describe('a sealed password', () => {
  it('can be opened by the platform only, at its time, every letter kept', async () => {
    const sealed = await sealPassword({ publicKey: PEM, keyId: 217, password: 'pass-às-🔑', time: TIME })
    expect(sealed).toMatch(/^#PWD_INSTAGRAM:4:1795176000:/)
    expect(open(sealed)).toEqual({ keyId: 217, password: 'pass-às-🔑' })
    expect(sealed).not.toContain('pass-')
  })

  it('never looks the same', async () => {
    const input = { publicKey: PEM, keyId: 1, password: 'same', time: TIME }
    expect(await sealPassword(input)).not.toBe(await sealPassword(input))
  })

  it('cannot be made without a key that can be read', async () => {
    const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
    const other = Buffer.from(elliptic.export({ type: 'spki', format: 'pem' })).toString('base64')
    for (const key of ['', 'bm9rZXk=', other])
      await expect(
        sealPassword({ publicKey: key, keyId: 1, password: 'secret', time: TIME }),
      ).rejects.toMatchObject({ code: 'PLATFORM_ERROR', message: expect.not.stringContaining('secret') })
  })
})
