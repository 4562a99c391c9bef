import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { postBody } from '../../../../core/features/posts/show-post.ts'
import { createQueryClient } from '../../../../local-server/ui/src/app/query-client.ts'
import { InsightsOfPost } from '../../../../local-server/ui/src/insights/post-insights.tsx'
import { PostState } from '../../../../local-server/ui/src/posts/state/post-state.tsx'
import { keys } from '../../../../local-server/ui/src/query-keys.ts'
import { lazyEnglish } from '../../../../local-server/ui/src/strings/en/lazy/lazy.ts'
import { aPost, START } from '../../../factories.ts'
import { pageMarkup, pageText } from '../page-text.ts'

const live = aPost({ status: 'PUBLISHED', publishedAt: START, publishOutcome: 'confirmed' })
const nameless = postBody(live, START)
const ACCOUNT = { id: live.platformAccountId, username: 'bakery', isSandbox: false } as PlatformAccountBody

it('says why a live post of an unknown ID has no numbers', async () => {
  expect(await pageText(createElement(InsightsOfPost, { post: nameless }))).toContain(
    lazyEnglish.insights.noId,
  )
})

it('leads to the profile where the address of a live post is not known', async () => {
  const client = createQueryClient()
  client.setQueryData(keys.accounts, [ACCOUNT])
  const linkOf = (igPermalink: string | null) =>
    pageMarkup(createElement(PostState, { post: { ...nameless, igPermalink } }), client)
  expect(await linkOf(null)).toContain('href="https://www.instagram.com/bakery/"')
  expect(await linkOf('https://www.instagram.com/p/a/')).toContain('href="https://www.instagram.com/p/a/"')
})
