// The runtime's own functions, by which shipped code would leave the world, replaced for this process: time, chance, and what
// answers from other threads, in any order. Nothing of the product is replaced.
import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import nodeCrypto, { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import { after, chance, currentMachine, sleep, TimerHandle, worldNow } from './machine.ts'

export const realNow = performance.now.bind(performance)

type Anything = Record<string, unknown>
type Callback = (...given: unknown[]) => void

/** Call once, before any history. */
export function replaceBuiltins(): void {
  replaceTime()
  replaceChance()
  replaceThreads()
  syncBuiltinESMExports()
}

function replaceTime(): void {
  Date.now = () => Math.floor(worldNow() + (currentMachine()?.clockAhead ?? 0))
  performance.now = () => {
    const machine = currentMachine()
    return machine ? worldNow() - machine.bornAt - machine.sleptFor : worldNow()
  }
  const world = globalThis as unknown as Anything
  world['setTimeout'] = (run: Callback, time = 0, ...given: unknown[]) =>
    new TimerHandle(after(time, () => run(...given)))
  world['setInterval'] = (run: Callback, time = 0, ...given: unknown[]) => {
    const handle: TimerHandle = new TimerHandle(after(time, go))
    function go() {
      handle.timer = after(time, go)
      run(...given)
    }
    return handle
  }
  world['clearTimeout'] = world['clearInterval'] = (handle?: unknown) => {
    if (handle instanceof TimerHandle) handle.close()
  }
  AbortSignal.timeout = (time) => {
    const late = new AbortController()
    const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    after(time, () => late.abort(reason))
    return late.signal
  }
  const promises = timersPromises as unknown as Anything
  promises['setTimeout'] = async (time: number, value: unknown) => {
    await sleep(time)
    return value
  }
}

function replaceChance(): void {
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => chance().below(256))
  const uuid = () => {
    const raw = bytes(16)
    raw[6] = ((raw[6] as number) & 15) | 64
    raw[8] = ((raw[8] as number) & 63) | 128
    return Buffer.from(raw)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }
  define(globalThis.crypto, 'randomUUID', uuid)
  define(globalThis.crypto, 'getRandomValues', (into: Uint8Array) => {
    into.set(bytes(into.length))
    return into
  })
  const crypto = nodeCrypto as unknown as Anything
  crypto['randomUUID'] = uuid
  crypto['randomBytes'] = (count: number) => Buffer.from(bytes(count))
  Math.random = () => chance().next()
}

/** Web Crypto and files by promises answer from a pool of threads: here the same is done at once. */
function replaceThreads(): void {
  define(globalThis.crypto, 'subtle', subtle)
  const blocking = fs as unknown as Record<string, ((...given: unknown[]) => unknown) | undefined>
  const promises = fsPromises as unknown as Anything
  for (const name of Object.keys(promises)) {
    const atOnce = blocking[`${name}Sync`]
    if (atOnce && name !== 'open') promises[name] = async (...given: unknown[]) => atOnce(...given)
  }
}

interface Key {
  readonly raw: Buffer
}
interface Sealing {
  readonly iv: BufferSource
  readonly additionalData?: BufferSource
}
const TAG = 16
const gcm = ({ raw }: Key) => `aes-${raw.length * 8}-gcm` as 'aes-256-gcm'
const hmac = ({ raw }: Key, data: BufferSource) => createHmac('sha256', raw).update(bufferOf(data)).digest()

const subtle = {
  importKey: async (_format: string, raw: BufferSource) => ({ raw: bufferOf(raw) }),
  digest: async (_name: unknown, data: BufferSource) =>
    arrayBufferOf(createHash('sha256').update(bufferOf(data)).digest()),
  sign: async (_name: unknown, key: Key, data: BufferSource) => arrayBufferOf(hmac(key, data)),
  verify: async (_name: unknown, key: Key, signature: BufferSource, data: BufferSource) =>
    hmac(key, data).equals(bufferOf(signature)),
  async encrypt({ iv, additionalData }: Sealing, key: Key, data: BufferSource) {
    const cipher = createCipheriv(gcm(key), key.raw, bufferOf(iv))
    if (additionalData) cipher.setAAD(bufferOf(additionalData))
    const parts = [cipher.update(bufferOf(data)), cipher.final()]
    return arrayBufferOf(Buffer.concat([...parts, cipher.getAuthTag()]))
  },
  async decrypt({ iv, additionalData }: Sealing, key: Key, data: BufferSource) {
    const sealed = bufferOf(data)
    const cipher = createDecipheriv(gcm(key), key.raw, bufferOf(iv))
    if (additionalData) cipher.setAAD(bufferOf(additionalData))
    cipher.setAuthTag(sealed.subarray(-TAG))
    return arrayBufferOf(Buffer.concat([cipher.update(sealed.subarray(0, -TAG)), cipher.final()]))
  },
}

function bufferOf(data: BufferSource): Buffer {
  if (data instanceof ArrayBuffer) return Buffer.from(data)
  return Buffer.from(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength)
}

const arrayBufferOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer

function define(on: object, name: string, value: unknown): void {
  Object.defineProperty(on, name, { value, configurable: true, writable: true })
}
