// The paths of i.instagram.com, which the app calls, and of www.instagram.com, which a browser calls.
import { Hono } from 'hono'
import { createPrivateApiAnswerer, type PrivateApiAnswerer } from './answer-private-api-call.ts'
import {
  answerChallenge,
  readChallenge,
  readOpaqueChallenge,
  replayChallenge,
  resetChallenge,
} from './session/challenge-calls.ts'
import { configureStory, configureStoryOfWeb, finishUpload } from './upload/configure-calls.ts'
import { readBadge, answerInbox, readPendingInbox, readSpamInbox, answerThread } from './inbox/inbox-calls.ts'
import { currentUser, login, sync, twoFactorLogin } from './session/login-calls.ts'
import { privateApiJson } from './private-api-json.ts'
import { fail } from './private-api-refusal.ts'
import type { PrivateApiPorts, SessionCall } from './private-api-ports.ts'
import { searchUsers, topSearch, usernameInfo, webProfileInfo } from './people-calls.ts'
import { mediaIdOf } from './practice.ts'
import { mediaInfo, reelsMediaOfApp, reelsMediaOfWeb, userStory } from './upload/story-calls.ts'
import { takePhoto, takeVideo, videoOffset } from './upload/upload-calls.ts'

const API = '/api/v1'

/** The upload paths of the host. In front of the body limit, because stories are larger. */
export function privateApiBytes(ports: PrivateApiPorts, kind: 'mobile' | 'web'): Hono {
  const { bytes } = createPrivateApiAnswerer(ports, kind)
  const host = new Hono()
  host.post('/rupload_igphoto/:name', bytes(takePhoto))
  host.get('/rupload_igvideo/:name', bytes(videoOffset))
  host.post('/rupload_igvideo/:name', bytes(takeVideo))
  return host
}

export function mobileHost(ports: PrivateApiPorts): Hono {
  const answer = createPrivateApiAnswerer(ports, 'mobile')
  const { open, own } = answer
  const host = new Hono().basePath(API)
  host.on(['GET', 'POST'], ['/qe/sync/', '/launcher/sync/'], open(sync))
  host.post('/accounts/login/', open(login))
  host.post('/accounts/two_factor_login/', open(twoFactorLogin))
  host.post('/challenge/replay/:user/:nonce/', open(replayChallenge))
  host.post('/challenge/reset/:user/:nonce/', open(resetChallenge))
  host.get('/challenge/:user{[0-9]+}/:nonce/', open(readChallenge))
  host.post('/challenge/:user{[0-9]+}/:nonce/', open(answerChallenge))
  host.on('GET', ['/challenge/:opaque/', '/auth_platform/'], open(readOpaqueChallenge))
  host.post('/feed/reels_media/', own(reelsMediaOfApp))
  host.get('/users/:username/usernameinfo/', own(usernameInfo))
  host.get('/users/search/', own(searchUsers))
  host.post('/media/upload_finish/', own(finishUpload))
  host.post('/media/configure_to_story/', own(configureStory))
  addCommonCalls(host, answer)
  return host
}

export function webHost(ports: PrivateApiPorts): Hono {
  const answer = createPrivateApiAnswerer(ports, 'web')
  const { own } = answer
  const host = new Hono()
  const api = new Hono().basePath(API)
  api.get('/feed/reels_media/', own(reelsMediaOfWeb))
  api.get('/web/search/topsearch/', own(topSearch))
  api.post('/web/create/configure_to_story/', own(configureStoryOfWeb))
  addCommonCalls(api, answer)
  host.route('/', api)
  host.get('/accounts/login/', (c) =>
    c.html('<!doctype html><title>Log in</title><p>Log in to continue.</p>'),
  )
  // Where the permalink of a story of the account leads.
  host.get('/stories/:username/:pk{[0-9]+}/', (c) => c.redirect(`/sandbox/p/${mediaIdOf(c.req.param('pk'))}`))
  return host
}

function addCommonCalls(host: Hono, { own }: PrivateApiAnswerer): void {
  host.get('/accounts/current_user/', own(currentUser))
  host.get('/direct_v2/inbox/', own(answerInbox))
  host.get('/direct_v2/pending_inbox/', own(readPendingInbox))
  host.get('/direct_v2/spam_inbox/', own(readSpamInbox))
  host.get('/direct_v2/get_badge_count/', own(readBadge))
  host.get('/direct_v2/threads/:id{[0-9]+}/', own(answerThread))
  host.get('/feed/user/:pk{[0-9]+}/story/', own(userStory))
  host.get('/media/:pk/info/', own(mediaInfo))
  host.get('/users/web_profile_info/', own(webProfileInfo))
  // Calls that a client must never make, because the people behind stories and threads would see them. They work, and are logged.
  host.post('/media/seen/', own(done))
  host.post('/direct_v2/threads/:id/items/:item/seen/', own(done))
  host.post('/direct_v2/threads/:what{approve[a-z_]*}/', own(done))
  host.post('/direct_v2/threads/:id/:what{approve[a-z_]*}/', own(done))
  host.post('/friendships/create/:pk/', own(done))
  host.all('*', own(nowhere))
}

const done: SessionCall = () => privateApiJson({ status: 'ok' })

const nowhere: SessionCall = ({ origin }, { path }) => {
  throw fail(404, { message: `There is no such call: ${origin()} ${path}` })
}
