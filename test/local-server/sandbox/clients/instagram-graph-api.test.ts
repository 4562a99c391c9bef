// instagram-graph-api, as it is: everything that it can do on an account, except what works on hashtags.
import {
  ApiVersion,
  Client,
  GetAuthorizedFacebookPagesRequest,
  GetLinkedInstagramAccountRequest,
  GetUserLongLivedTokenRequest,
  PageOption,
  SimplePostMetric,
  StoryMetric,
  WeekAndMonthMetric,
  DayMetric,
} from 'instagram-graph-api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HOUR } from '../../../../core/time.ts'
import { SANDBOX_PARTNER_APP } from '../../../../local-server/sandbox/oauth/apps.ts'
import { BY_PARTNER, HARBOUR, HARBOUR_PAGE, openKitchen, ORIGIN, PICTURE, REEL } from '../kitchen.ts'

let kitchen: ReturnType<typeof openKitchen>
let paths: string[]

// It knows one address only, the platform's own, and asks for it with the global fetch.
beforeEach(() => {
  kitchen = openKitchen()
  paths = []
  vi.stubGlobal('fetch', (request: Request) => {
    const { host, pathname, search } = new URL(request.url)
    paths.push(pathname)
    return kitchen.sandbox.app.request(
      new Request(`${ORIGIN}/sandbox/${host}${pathname}${search}`, { method: request.method }),
    )
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const client = () => new Client(BY_PARTNER.token, HARBOUR, ApiVersion.LATEST)

/** Publishes what a request of the client prepares, once the container is ready. */
async function publish(creating: { execute(): Promise<{ getId(): string }> }): Promise<string> {
  const container = (await creating.execute()).getId()
  const status = await client().newGetContainerRequest(container).execute()
  expect(status.getContainerStatusCode()).toBe('FINISHED')
  return (await client().newPostPublishMediaRequest(container).execute()).getId()
}

describe('instagram-graph-api', () => {
  it('finds the account from a token', async () => {
    const pages = await new GetAuthorizedFacebookPagesRequest(BY_PARTNER.token).execute()
    expect(pages.getAuthorizedFacebookPages().map((page) => page.id)).toContain(HARBOUR_PAGE)
    const linked = await new GetLinkedInstagramAccountRequest(BY_PARTNER.token, HARBOUR_PAGE).execute()
    expect(linked.getInstagramPageId()).toBe(HARBOUR)
  })

  it('is refused a longer token: it writes a second question mark behind the one that it has', async () => {
    const { id, secret } = SANDBOX_PARTNER_APP
    const exchanged = await new GetUserLongLivedTokenRequest(BY_PARTNER.token, id, secret).execute()
    expect(exchanged.getLongLivedToken()).toBeUndefined()
  })

  it('reads the account with every field that it knows, by a path with doubled slashes', async () => {
    const page = await client().newGetPageInfoRequest().execute()
    expect([page.getUsername(), page.getFollowers(), page.getBiography()]).toEqual([
      'harbour.bakery',
      5310,
      'Bread at six, buns at seven.',
    ])
    expect(page.getIgId()).toMatch(/^\d+$/)
    expect(paths).toEqual([`/v18.0//${HARBOUR}`])
    const limit = await client().newGetContentPublishingLimitRequest().execute()
    expect([limit.getQuotaUsage(), limit.getQuotaTotal()]).toEqual([0, 100])
  })

  it('publishes a picture, a reel and stories, and reads them back', async () => {
    const picture = await publish(client().newPostPagePhotoMediaRequest(PICTURE, 'Buns', HARBOUR_PAGE))
    const reel = await publish(client().newPostPageReelMediaRequest(REEL, 'Kneading', 500, true))
    const still = await publish(client().newPostPageStoriesPhotoMediaRequest(PICTURE))
    const moving = await publish(client().newPostPageStoriesVideoMediaRequest(REEL))
    const info = await client().newGetMediaInfoRequest(picture).execute()
    expect([info.getCaption(), info.getMediaType(), info.getUsername()]).toEqual([
      'Buns',
      'IMAGE',
      'harbour.bakery',
    ])
    const media = client().newGetPageMediaRequest().withLimit(1)
    const first = await media.execute()
    expect(first.getIds()).toEqual([reel])
    const after = first.getPaging().getAfter() ?? ''
    const second = await media.withPaging({ option: PageOption.AFTER, value: after }).execute()
    expect(second.getIds()).toEqual([picture])
    const stories = await client().newGetPageStoriesRequest().execute()
    expect(stories.getIds()).toEqual([moving, still])
  })

  it('publishes an album of parts that are one, and cannot make the parts itself', async () => {
    const call = kitchen.callAs(BY_PARTNER)
    const part = async () => {
      const answer = await call('POST', `/${HARBOUR}/media`, { image_url: PICTURE, is_carousel_item: 'true' })
      return ((await answer.json()) as { id: string }).id
    }
    const album = await publish(client().newPostPageCarouselMediaRequest([await part(), await part()], 'Two'))
    const children = await client().newGetMediaChildrenRequest(album).execute()
    expect(children.getIds()).toHaveLength(2)
    // It calls the parameter is_carousel, which Instagram does not know.
    const own = () => client().newPostPagePhotoMediaRequest(PICTURE).withIsCarousel(true).execute()
    const parts = [(await own()).getId(), (await own()).getId()]
    const refused = await client().newPostPageCarouselMediaRequest(parts).execute()
    expect(refused.getId()).toBeUndefined()
  })

  it('writes, answers, hides and deletes comments', async () => {
    const media = await publish(client().newPostPagePhotoMediaRequest(PICTURE, 'Buns'))
    const comment = (await client().newPostMediaCommentRequest(media, 'Fresh at six').execute()).getId()
    const reply = (await client().newPostReplyRequest(comment, 'And at nine').execute()).getId()
    const listed = await client().newGetMediaCommentsRequest(media).execute()
    expect([listed.getIds(), listed.getTexts()]).toEqual([[comment], ['Fresh at six']])
    const replies = await client().newGetRepliesRequest(comment).execute()
    expect(replies.getIds()).toEqual([reply])
    await client().newPostHideCommentRequest(comment, true).execute()
    const read = await client().newGetCommentRequest(comment).execute()
    expect([read.isHidden(), read.getParentMediaId(), read.getUserId()]).toEqual([true, media, HARBOUR])
    await client().newDeleteCommentRequest(comment).execute()
    expect((await client().newGetMediaCommentsRequest(media).execute()).getIds()).toEqual([])
  })

  it('reads the metrics that are not retired', async () => {
    const media = await publish(client().newPostPagePhotoMediaRequest(PICTURE))
    const story = await publish(client().newPostPageStoriesPhotoMediaRequest(PICTURE))
    kitchen.advance(2 * HOUR)
    const { REACH, SAVED } = SimplePostMetric
    const ofMedia = await client().newGetSimplePostMediaInsightsRequest(media, REACH, SAVED).execute()
    expect(ofMedia.getMetrics().map((metric) => metric.getMetricName())).toEqual(['reach', 'saved'])
    const ofStory = await client().newGetStoryMediaInsightsRequest(story, StoryMetric.REPLIES).execute()
    expect(ofStory.getMetrics()).toHaveLength(1)
    const days = await client()
      .newGetPageDayInsightsRequest(DayMetric.REACH, DayMetric.FOLLOWER_COUNT)
      .execute()
    expect(days.getMetrics().map((metric) => metric.getMetricValues().length)).toEqual([2, 2])
    for (const asked of [
      client().newGetPageWeekInsightsRequest(WeekAndMonthMetric.REACH),
      client().newGetPageMonthInsightsRequest(WeekAndMonthMetric.REACH),
    ]) {
      expect((await asked.execute()).getMetrics()).toHaveLength(1)
    }
  })

  it('finds posts that tag the account', async () => {
    const id = await kitchen.post({ user_tags: '[{"username":"harbour.bakery","x":0.5,"y":0.5}]' })
    expect((await client().newGetTagsRequest().execute()).getIds()).toEqual([id])
  })
})
