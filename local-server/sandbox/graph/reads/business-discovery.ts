import { ALL_ACCOUNTS } from '../../people/cast.ts'
import type { SandboxAccount } from '../../demo-account.ts'
import { fieldPicker, type NodeType } from './fields.ts'
import { GraphError } from '../graph-error.ts'
import { mediaNode } from './media.ts'
import type { GraphPorts } from '../ports.ts'
import { badParameter } from '../refusals.ts'

const MEDIA_SHOWN = 25

/** `business_discovery.username(somebody){…}`: what is public of another professional account. */
export function discoverBusiness(ports: GraphPorts, inner: string | null, modifiers: string): object {
  const username = /\.username\(([^)]*)\)/.exec(modifiers)?.[1]?.trim().toLowerCase()
  if (username === undefined) throw badParameter('The parameter username is required.')
  const account = ALL_ACCOUNTS.find((one) => one.username === username)
  if (!account) throw userNotFound(username)
  return fieldPicker(discovered(ports), inner)(account)
}

function discovered(ports: GraphPorts): NodeType<SandboxAccount> {
  const posts = (account: SandboxAccount) =>
    ports.state.livePosts(account.igUserId).filter(({ container }) => container.mediaType !== 'STORIES')
  return {
    name: 'IGUser',
    byDefault: [],
    always: ['id'],
    fields: {
      id: ({ igUserId }) => igUserId,
      username: (account) => account.username,
      name: ({ name }) => name,
      biography: ({ biography }) => biography,
      followers_count: ({ followersCount }) => followersCount,
      follows_count: ({ followsCount }) => followsCount,
      media_count: (account) => posts(account).length,
      profile_picture_url: () => undefined,
      website: () => undefined,
      media: (account, fields) => {
        const show = fieldPicker(mediaNode(ports), fields)
        return { data: posts(account).slice(0, MEDIA_SHOWN).map(show) }
      },
    },
  }
}

function userNotFound(username: string): GraphError {
  return new GraphError({
    code: 110,
    subcode: 2207013,
    message: 'Invalid user id',
    title: 'Cannot find User',
    advice: `The user with username: ${username} cannot be found.`,
  })
}
