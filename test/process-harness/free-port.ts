// A port on loopback that nobody listens on, for what must know its port before it starts.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
