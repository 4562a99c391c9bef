// The person behind a token of the partner's login, and what they granted.
import { SECOND } from '../../../../core/time.ts'
import { SANDBOX_PARTNER_APP } from '../../oauth/apps.ts'
import { DATA_ACCESS, hasExpired } from '../../tokens/token.ts'
import { fieldPicker, type NodeType } from './fields.ts'
import { objectMissing } from '../refusals.ts'
import type { GraphCall, ReceivedGraphCall } from '../ports.ts'
import type { SandboxPerson } from '../../people/person.ts'

const USER: NodeType<SandboxPerson> = {
  name: 'User',
  byDefault: ['id', 'name'],
  fields: {
    id: ({ partnerUserId }) => partnerUserId,
    name: ({ name }) => name,
    email: () => undefined,
    picture: () => undefined,
  },
}

/** Only the person themselves has what is read here and the lists of their Pages, under `me` or their id. */
export function checkSelf({ caller, nodeId, method }: ReceivedGraphCall): void {
  if (caller.facts.kind !== 'user' || nodeId !== caller.person.partnerUserId) {
    throw objectMissing(nodeId, method)
  }
}

/** `GET /me` */
export const readPerson: GraphCall = (_ports, request) => {
  checkSelf(request)
  return fieldPicker(USER, request.input.text('fields'))(request.caller.person)
}

/** `GET /me/permissions`: what was granted, and what was asked for and declined. */
export const listPermissions: GraphCall = (_ports, request) => {
  checkSelf(request)
  const { facts } = request.caller
  return {
    data: [
      ...facts.scopes.map((permission) => ({ permission, status: 'granted' })),
      ...facts.declined.map((permission) => ({ permission, status: 'declined' })),
    ],
  }
}

/** `GET /debug_token`: what is behind a token, also one that has expired. */
export const debugToken: GraphCall = async ({ tokens, clock }, { input, caller }) => {
  const facts = await tokens.find(input.required('input_token'))
  if (!facts || facts.kind === 'platform') {
    return { data: { is_valid: false, scopes: [], error: { code: 190, message: 'Malformed access token' } } }
  }
  return {
    data: {
      app_id: SANDBOX_PARTNER_APP.id,
      type: facts.kind === 'page' ? 'PAGE' : 'USER',
      is_valid: !hasExpired(facts, clock.now()),
      issued_at: Math.floor(facts.issuedAt / SECOND),
      expires_at: Math.floor((facts.expiresAt ?? 0) / SECOND),
      data_access_expires_at: Math.floor((facts.issuedAt + DATA_ACCESS) / SECOND),
      scopes: facts.scopes,
      user_id: caller.person.partnerUserId,
      ...(facts.pageId !== null && { profile_id: facts.pageId }),
    },
  }
}
