// One nonce used twice under one key would give both tokens away.
import { expect, it } from 'vitest'
import { createTokenVault, tokenOwner } from '../../core/engine/access/token-vault.ts'
import { webCryptoRandom } from '../../core/random.ts'

const SEALED = 100_000
const AT_ONCE = 500

it(`no nonce is used twice in ${SEALED} sealed tokens, and each opens`, async () => {
  const vault = await createTokenVault(webCryptoRandom.bytes(32), webCryptoRandom)
  const owner = tokenOwner('7f0c1d52-6e0b-4c55-9a0e-3f1f7f1f2a10')
  const nonces = new Set<string>()
  for (let n = 0; n < SEALED; n += AT_ONCE) {
    const sealed = await Promise.all(Array.from({ length: AT_ONCE }, () => vault.seal('IGAAtoken', owner)))
    for (const text of sealed) nonces.add(text.split('.')[1] ?? '')
    expect(await vault.open(sealed[n % AT_ONCE] ?? '', owner)).toBe('IGAAtoken')
  }
  expect(nonces.size).toBe(SEALED)
})
