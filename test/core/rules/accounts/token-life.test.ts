import { describe, expect, it } from 'vitest'
import { postsAtRisk, tokenLife } from '../../../../core/rules/accounts/token-life.ts'
import { DAY } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'

const lifeOf = (days: number | null, loginMethod: 'platform' | 'partner' = 'partner') =>
  tokenLife({ loginMethod, tokenExpiresAt: days === null ? null : START + days * DAY }, START)

describe('the life of a token', () => {
  it('has no end when nobody says so', () => {
    expect(lifeOf(null)).toEqual({ kind: 'endless' })
  })

  it.each([
    [61, 'running', 1],
    [30, 'running', 0.5],
    [10, 'ending', 1 / 6],
    [0.5, 'ending', 1 / 120],
  ])('with %d days left is %s', (days, kind, share) => {
    expect(lifeOf(days)).toMatchObject({ kind, left: days * DAY, renewsItself: false })
    expect(lifeOf(days)).toHaveProperty('share', expect.closeTo(share))
  })

  it.each([0, -3])('is over with %d days left', (days) => {
    expect(lifeOf(days)).toEqual({ kind: 'ended', endedAt: START + days * DAY })
  })

  it('renews itself with the platform’s login', () => {
    expect(lifeOf(20, 'platform')).toMatchObject({ renewsItself: true })
  })
})

describe('posts that are due after the end', () => {
  it('are at risk, unless the token is renewed before', () => {
    expect(postsAtRisk(lifeOf(30), 4)).toBe(4)
    expect(postsAtRisk(lifeOf(30, 'platform'), 4)).toBe(0)
  })

  it('are at risk when the renewal has not come in time', () => {
    expect(postsAtRisk(lifeOf(3, 'platform'), 4)).toBe(4)
    expect(postsAtRisk(lifeOf(-1, 'platform'), 4)).toBe(4)
  })
})
