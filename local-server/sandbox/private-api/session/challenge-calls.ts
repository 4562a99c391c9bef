// A challenge: the person chooses where a code goes, and sends it.
import { z } from 'zod'
import { contextOf } from '../play-scenario.ts'
import type { SandboxChallenge } from './challenge-book.ts'
import { loggedIn, userNode } from './login-calls.ts'
import { bare, privateApiJson } from '../private-api-json.ts'
import { fail, invalidParameters, type PrivateApiError } from '../private-api-refusal.ts'
import type { CallHandler, PrivateApiPorts, ReceivedCall } from '../private-api-ports.ts'
import { PRACTICE_CODE } from '../practice.ts'
import { androidId, deviceUuid, readSigned } from './signed-body.ts'

const device = { guid: deviceUuid, device_id: androidId, _csrftoken: z.string().min(1) }
const Choice = z.object({
  ...device,
  choice: z.union([z.enum(['0', '1']), z.literal([0, 1]).transform(String)]),
})
const Code = z.object({ ...device, security_code: z.string().regex(/^\d{6}$/) })
const Restart = z.object(device)

/** `GET /challenge/{user}/{nonce}/` */
export const readChallenge: CallHandler = (ports, request) => {
  const { query } = request
  if (
    !deviceUuid.safeParse(query.get('guid')).success ||
    !androidId.safeParse(query.get('device_id')).success
  ) {
    throw invalidParameters()
  }
  const challenge = challengeIn(ports, request)
  const context = query.get('challenge_context')
  if (context === null || !namesChallenge(context, challenge)) throw invalidParameters()
  return privateApiJson(stepOf(challenge))
}

/** `POST` to the same path: a choice, or the code. */
export const answerChallenge: CallHandler = (ports, request) => {
  const isCode = request.form.get('signed_body')?.includes('"security_code"') === true
  return isCode ? takeCode(ports, request) : sendCode(ports, request, ['select', 'code'])
}

/** `POST /challenge/replay/{user}/{nonce}/`: the code once more. */
export const replayChallenge: CallHandler = (ports, request) => sendCode(ports, request, ['code'])

/** `POST /challenge/reset/{user}/{nonce}/`: back to the choice. */
export const resetChallenge: CallHandler = (ports, request) => {
  const { guid } = readSigned(request.form, Restart)
  const challenge = ofDevice(challengeIn(ports, request), guid)
  ports.challenges.move({ ...challenge, stage: 'select' })
  return privateApiJson(stepOf({ ...challenge, stage: 'select' }))
}

/** A challenge that no client can answer: the app opens a page for it. */
export const readOpaqueChallenge: CallHandler = () =>
  privateApiJson({
    step_name: '',
    bloks_action: 'com.bloks.www.ig.challenge.redirect.async',
    flow_render_type: 3,
    challenge_type_enum_str: 'UNKNOWN',
    status: 'ok',
  })

function sendCode(
  ports: PrivateApiPorts,
  request: ReceivedCall,
  stages: readonly SandboxChallenge['stage'][],
): Response {
  const { choice, guid } = readSigned(request.form, Choice)
  const challenge = ofDevice(challengeIn(ports, request), guid)
  const isOffered = choice === (challenge.sendsTo === 'phone' ? '0' : '1')
  if (challenge.scenario === 'scraping_warning' || !stages.includes(challenge.stage) || !isOffered) {
    throw fail(400, { message: 'Select a valid choice.' })
  }
  ports.challenges.move({ ...challenge, stage: 'code' })
  return privateApiJson(stepOf({ ...challenge, stage: 'code' }))
}

function takeCode(ports: PrivateApiPorts, request: ReceivedCall): Response {
  const { security_code: code, guid } = readSigned(request.form, Code)
  const challenge = ofDevice(challengeIn(ports, request), guid)
  if (challenge.stage !== 'code' || challenge.scenario === 'challenge_expired') throw challengeOver()
  const tries = challenge.tries + 1
  const isWrong = code !== PRACTICE_CODE || (challenge.scenario === 'code_wrong_then_ok' && tries === 1)
  ports.challenges.move({ ...challenge, tries, stage: isWrong ? 'code' : 'closed' })
  if (isWrong) throw fail(400, { message: 'Please check the code we sent you and try again.' })
  const { person } = challenge
  ports.scenarios.set(person.account.username, 'ok')
  return loggedIn(ports, person, { action: 'close', logged_in_user: userNode(person) })
}

function challengeIn({ challenges }: PrivateApiPorts, { path }: ReceivedCall): SandboxChallenge {
  const [, pk = '', nonce = ''] = /\/(\d+)\/(\w+)\/$/.exec(path) ?? []
  const challenge = challenges.find(pk, nonce)
  if (!challenge) throw challengeOver()
  return challenge
}

/** @NOTE We have not seen what an expired challenge answers. */
function challengeOver(): PrivateApiError {
  return fail(400, { message: 'This challenge is no longer available. Please log in again.' })
}

/** Only the device that was challenged answers. */
function ofDevice(challenge: SandboxChallenge, guid: string): SandboxChallenge {
  if (challenge.guid !== null && challenge.guid !== guid) throw challengeOver()
  return challenge
}

/** True for the context as it was given, or as a client builds it where none was given. */
function namesChallenge(context: string, challenge: SandboxChallenge): boolean {
  if (challenge.scenario !== 'challenge_phone') return context === contextOf(challenge)
  const built = new RegExp(`"nonce_code":\\s*"${challenge.nonce}"`)
  return built.test(context) && new RegExp(`"user_id":\\s*"?${challenge.person.pk}"?[,}]`).test(context)
}

function stepOf(challenge: SandboxChallenge): object {
  const { person, nonce, scenario } = challenge
  return {
    ...(scenario === 'scraping_warning' ? { step_name: scenario, step_data: {} } : waitingStep(challenge)),
    flow_render_type: 3,
    user_id: bare(person.pk),
    nonce_code: nonce,
    challenge_context: contextOf(challenge),
    status: 'ok',
  }
}

/** The waiting step. An empty field holds the text `None`. */
function waitingStep({ person, stage, sendsTo }: SandboxChallenge): object {
  const { maskedEmail, maskedPhone } = person
  if (stage === 'select') {
    const offered =
      sendsTo === 'phone'
        ? { choice: '0', phone_number: maskedPhone, email: 'None' }
        : { choice: '1', phone_number: 'None', email: maskedEmail }
    return {
      step_name: 'select_verify_method',
      step_data: {
        ...offered,
        fb_access_token: 'None',
        big_blue_token: 'None',
        google_oauth_token: 'true',
        vetted_device: 'None',
      },
    }
  }
  return {
    step_name: sendsTo === 'phone' ? 'verify_phone' : 'verify_email',
    step_data: {
      security_code: 'None',
      resend_delay: 60,
      contact_point: sendsTo === 'phone' ? maskedPhone : maskedEmail,
      form_type: sendsTo,
    },
  }
}
