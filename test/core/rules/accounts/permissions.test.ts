import { describe, expect, it } from 'vitest'
import {
  missingPermissions,
  permissionsFor,
  permissionsToAsk,
  purposesOf,
  purposesWithout,
} from '../../../../core/rules/accounts/permissions.ts'

describe('what a login may be used for', () => {
  it('is deleting and cross-posting with the partner only', () => {
    expect(purposesOf('platform')).toEqual(['publish', 'mentions'])
    expect(purposesOf('partner')).toEqual(['publish', 'delete', 'cross-post', 'mentions'])
  })

  it('lacks no permission as long as nobody knows what was granted', () => {
    expect(missingPermissions('partner', null)).toEqual([])
  })

  it('excludes each purpose for which a permission is missing', () => {
    const granted = [...permissionsFor('partner', 'publish'), 'pages_manage_posts', 'email']
    const missing = missingPermissions('partner', granted)
    expect(missing).toEqual(['instagram_manage_contents', 'instagram_manage_messages'])
    expect(purposesWithout('partner', missing)).toEqual(['delete', 'mentions'])
  })

  it('excludes everything when nothing was granted', () => {
    expect(purposesWithout('platform', missingPermissions('platform', []))).toEqual(['publish', 'mentions'])
  })

  it('does not depend on a permission of the other login', () => {
    expect(purposesWithout('platform', ['instagram_manage_messages'])).toEqual([])
  })

  it.each(['platform', 'partner'] as const)('needs nothing that the %s login does not ask for', (method) => {
    expect(missingPermissions(method, permissionsToAsk(method, []))).toEqual([])
  })
})
