import { beforeEach, describe, expect, it } from 'vitest'
import {
  guideSteps,
  loginOf,
  type GuideFacts,
  type GuideStep,
} from '../../../../core/rules/setup/guide-steps.ts'
import { createTestApp, fromPage, jsonRequest, type TestApp } from '../../../fakes/test-app.ts'

const NOTHING: GuideFacts = {
  hasAppId: false,
  hasSecret: false,
  verdict: null,
  isTokenAccepted: false,
  isConnected: false,
}
const WITH_APP = { ...NOTHING, hasAppId: true, hasSecret: true }

const told = (way: Parameters<typeof guideSteps>[0], facts: Partial<GuideFacts>, said: GuideStep[] = []) =>
  guideSteps(way, { ...NOTHING, ...facts }, said)
    .map(({ step, state }) => `${step} ${state}`)
    .join(', ')

describe('the steps to an account', () => {
  it('begin with the first, and the others come later', () => {
    expect(told('token', {})).toBe('professional now, app later, tester later, token later, live later')
    expect(told('partner', {})).toMatch(/^professional now, page later, app later, credentials later/)
  })

  it('go on as the person says', () => {
    expect(told('token', {}, ['professional', 'app'])).toBe(
      'professional said, app said, tester now, token later, live later',
    )
    expect(told('token', {}, ['app'])).toMatch(/^professional now, app said, tester later/)
  })

  it('are proven by a token that the platform knows', () => {
    expect(told('token', { isTokenAccepted: true })).toBe(
      'professional proven, app proven, tester proven, token now, live later',
    )
    expect(told('platform', { isTokenAccepted: true })).toMatch(/^professional now/)
  })

  it('are all proven by an account, but for an app that is live, of which only a person can tell', () => {
    const proven = /^(\w+ proven, )+live now$/
    expect(told('token', { isConnected: true })).toMatch(proven)
    expect(told('platform', { ...WITH_APP, isConnected: true })).toMatch(proven)
    expect(told('token', { isConnected: true }, ['live'])).toMatch(/live said$/)
  })

  it('of a login are not proven by an account that came without an app', () => {
    expect(told('partner', { isConnected: true })).toBe(
      'professional proven, page proven, app proven, credentials now, redirect later, login later, live later',
    )
  })

  it.each([
    ['accepted', 'app proven, credentials proven'],
    ['unknown', 'app now, credentials said'],
    [null, 'app now, credentials said'],
    ['refused', 'app now, credentials later'],
  ] as const)('know of an app that is %s: %s', (verdict, expected) => {
    expect(told('partner', { ...WITH_APP, verdict }, ['professional', 'page'])).toContain(expected)
  })

  it('take nobody’s word for what can be seen', () => {
    expect(told('partner', {}, ['credentials', 'login'])).not.toContain('said')
    expect(told('partner', { hasAppId: true })).toContain('credentials later')
  })

  it('of a token lead to the platform’s login', () => {
    expect([loginOf('token'), loginOf('platform'), loginOf('partner')]).toEqual([
      'platform',
      'platform',
      'partner',
    ])
  })
})

describe('the progress that the page keeps', () => {
  let test: TestApp
  let page: Record<string, string>
  beforeEach(async () => {
    test = createTestApp()
    page = fromPage(await test.signIn())
  })
  const read = async () => (await test.call('/api/setup/guide', { headers: page })).json()
  const keep = (body: unknown, headers = page) =>
    test.call('/api/setup/guide', jsonRequest('PUT', body, headers))

  it('is nothing at first, and then what was kept', async () => {
    expect(await read()).toEqual({ way: null, said: [] })
    const progress = { way: 'partner', said: ['professional', 'page'] }
    expect(await (await keep(progress)).json()).toEqual(progress)
    expect(await read()).toEqual(progress)
  })

  it('is nothing again when it cannot be read any more', async () => {
    await test.ports.settings.put({ guide: { way: 'by pigeon', said: [] } })
    expect(await read()).toEqual({ way: null, said: [] })
  })

  it('takes nothing else, and from nobody else', async () => {
    expect((await keep({ way: 'partner', said: ['everything'] })).status).toBe(400)
    expect((await keep({ said: [] })).status).toBe(400)
    expect((await keep({ way: null, said: [] }, {})).status).toBe(401)
  })
})
