import { describe, expect, it } from 'vitest'
import {
  missingPermissions,
  permissionsFor,
  permissionsToAsk,
  purposesOf,
  purposesWithout,
} from '../../../core/accounts/permissions.ts'

describe('what a login may be used for', () => {
  it('is deleting and cross-posting with the partner only', () => {
    expect(purposesOf('platform')).toEqual(['publish', 'mentions'])
    expect(purposesOf('partner')).toEqual(['publish', 'delete', 'cross-post', 'mentions'])
  })

  it('is not said to be missing when nobody says what was given', () => {
    expect(missingPermissions('partner', null)).toEqual([])
  })

  it('misses what one of its permissions is missing for', () => {
    const granted = [...permissionsFor('partner', 'publish'), 'pages_manage_posts', 'email']
    const missing = missingPermissions('partner', granted)
    expect(missing).toEqual(['instagram_manage_contents', 'instagram_manage_messages'])
    expect(purposesWithout('partner', missing)).toEqual(['delete', 'mentions'])
  })

  it('misses everything when nothing was given', () => {
    expect(purposesWithout('platform', missingPermissions('platform', []))).toEqual(['publish', 'mentions'])
  })

  it('does not count what another login calls its own', () => {
    expect(purposesWithout('platform', ['instagram_manage_messages'])).toEqual([])
  })

  it.each(['platform', 'partner'] as const)('is asked of the %s whole, whatever it needs', (method) => {
    expect(missingPermissions(method, permissionsToAsk(method, false))).toEqual([])
  })
})
