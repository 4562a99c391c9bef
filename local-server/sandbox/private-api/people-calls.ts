// The four ways to find the number for a name.
import { STRANGERS } from '../mentions/strangers.ts'
import { bare, privateApiJson } from './private-api-json.ts'
import { fail, invalidParameters, type PrivateApiError } from './private-api-refusal.ts'
import type { SessionCall } from './private-api-ports.ts'
import { PRIVATE_API_PEOPLE, type Somebody } from './practice.ts'

const EVERYBODY: readonly Somebody[] = [
  ...PRIVATE_API_PEOPLE.map(({ pk, account: { username, name } }) => ({
    pk,
    username,
    name,
    isPrivate: false,
  })),
  ...STRANGERS,
]

/** Its profile cannot be read, which plays a bug of the platform; a search still finds it. */
const BROKEN_PROFILE = 'old.town.walks'

export function somebodyOf(pk: string): Somebody | null {
  return EVERYBODY.find((one) => one.pk === pk) ?? null
}

export function somebodyNamed(username: string): Somebody | null {
  return EVERYBODY.find((one) => one.username === username) ?? null
}

export function somebodyNode({ pk, username, name, isPrivate }: Somebody): object {
  return {
    pk: bare(pk),
    pk_id: pk,
    username,
    full_name: name,
    is_private: isPrivate,
    is_verified: false,
    friendship_status: {
      following: false,
      blocking: false,
      is_private: isPrivate,
      outgoing_request: false,
      incoming_request: false,
    },
  }
}

/** `GET users/{username}/usernameinfo/` */
export const usernameInfo: SessionCall = (_ports, { path }) => {
  const name = decodeURIComponent(/\/users\/([^/]+)\/usernameinfo\/$/.exec(path)?.[1] ?? '')
  const somebody = somebodyNamed(name)
  if (!somebody) throw userUnknown()
  return privateApiJson({ user: somebodyNode(somebody), status: 'ok' })
}

/** `GET users/search/?q=&count=` */
export const searchUsers: SessionCall = (_ports, { query }) => {
  const users = alike(query.get('q'))
  return privateApiJson({ num_results: users.length, users, has_more: false, status: 'ok' })
}

/** `GET web/search/topsearch/?query=` */
export const topSearch: SessionCall = (_ports, { query }) => {
  const users = alike(query.get('query')).map((user, position) => ({ position, user }))
  return privateApiJson({ users, places: [], hashtags: [], has_more: false, status: 'ok' })
}

/** `GET users/web_profile_info/?username=` */
export const webProfileInfo: SessionCall = (_ports, { query }) => {
  const somebody = somebodyNamed(query.get('username') ?? '')
  if (!somebody) throw userUnknown()
  if (somebody.username === BROKEN_PROFILE) throw fail(400, { message: 'Sorry, something went wrong.' })
  const { pk: id, username, name, isPrivate } = somebody
  return privateApiJson({
    data: { user: { id, username, full_name: name, is_private: isPrivate } },
    status: 'ok',
  })
}

/** A name that only begins the same comes first: a client has to look for the exact name. */
function alike(asked: string | null): object[] {
  const name = asked?.trim().toLowerCase() ?? ''
  if (name === '') throw invalidParameters()
  const decoy = {
    pk: '94000000000123450',
    username: `${name}.official`,
    name: 'Somebody else',
    isPrivate: false,
  }
  const found = EVERYBODY.filter(({ username }) => username.includes(name))
  return found.length === 0 ? [] : [decoy, ...found].map(somebodyNode)
}

function userUnknown(): PrivateApiError {
  return fail(404, { message: 'User not found' })
}
