// Another app of the same account: what it does we do not know of. What it publishes takes places in the publishing limit.
import { createGraphPlatform } from '../../core/engine/platform/graph/graph-platform.ts'
import type { PlatformAccess } from '../../core/ports/platform/platform.ts'
import { SECOND } from '../../core/time.ts'
import { DEMO_ACCOUNT, SANDBOX_ACCESS_TOKEN } from '../../local-server/sandbox/demo-account.ts'
import type { Sandbox } from '../../local-server/sandbox/sandbox.ts'
import { aPublication } from '../factories.ts'
import type { ManualClock } from '../fakes/manual-clock.ts'

const ORIGIN = 'http://127.0.0.1:4200'
const ACCESS: PlatformAccess = {
  accountId: 'the other app',
  igUserId: DEMO_ACCOUNT.igUserId,
  token: SANDBOX_ACCESS_TOKEN,
  loginMethod: 'platform',
  isSandbox: true,
  page: null,
  pausedUntil: null,
}

interface Place {
  readonly sandbox: Sandbox
  readonly clock: ManualClock
}

export function accessOfOtherApp({ sandbox }: Pick<Place, 'sandbox'>) {
  const platform = createGraphPlatform({
    fetch: async (input, init) => sandbox.app.request(new Request(input, init)),
    graphUrl: () => `${ORIGIN}/sandbox/graph.instagram.com`,
    uploadUrl: () => `${ORIGIN}/sandbox/rupload.facebook.com`,
  })
  return { platform, access: ACCESS }
}

/** `url`: a picture that the sandbox can fetch. */
export async function publishElsewhere({ sandbox, clock }: Place, count: number, url: string): Promise<void> {
  const { createContainer, containerStatus, publishContainer } = accessOfOtherApp({ sandbox }).platform
  const { payload: bare } = aPublication({ id: '', postId: '', accountId: '' })
  const payload = { ...bare, caption: 'By another app' }
  for (let n = 0; n < count; n += 1) {
    const source = { kind: 'image', url } as const
    const made = await createContainer(ACCESS, { kind: 'single', payload, source })
    if (made.kind !== 'ok') throw new Error('the other app was refused a container')
    const { containerId } = made.value
    for (let status = ''; status !== 'FINISHED'; clock.advance(SECOND)) {
      const read = await containerStatus(ACCESS, containerId)
      status = read.kind === 'ok' ? read.value.status : ''
    }
    const sent = await publishContainer(ACCESS, containerId)
    if (sent.kind !== 'ok') throw new Error('the other app was refused')
  }
}
