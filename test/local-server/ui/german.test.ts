import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ZodType } from 'zod'
import {
  AccountId,
  ApiToken,
  BucketFields,
  EncryptionKey,
  SafeUrl,
  ScriptName,
  WorkerKey,
  WorkersDevName,
} from '../../../core/features/cloud/connection/addresses-and-keys.ts'
import { issueSentence } from '../../../core/issue-sentence.ts'
import { contentProblems } from '../../../core/rules/content/content-problems.ts'
import { AppId, AppSecret } from '../../../core/features/setup/login-apps.ts'
import { ApiError, refusedField } from '../../../local-server/ui/src/api-client.ts'
import { refusalsDe } from '../../../local-server/ui/src/strings/de/refusals.ts'
import { english } from '../../../local-server/ui/src/strings/en/english.ts'
import { refusalSentence } from '../../../local-server/ui/src/strings/refusal-sentences.ts'

const { shape: bucket } = BucketFields
/** Of the forms that show a refusal beside a field, or below it. */
const FIELDS: Record<string, ZodType> = {
  apiToken: ApiToken,
  accountId: AccountId,
  workersDevName: WorkersDevName,
  scriptName: ScriptName,
  workerUrl: SafeUrl,
  workerKey: WorkerKey,
  encryptionKey: EncryptionKey,
  ...Object.fromEntries(Object.entries(bucket).map(([name, shape]) => [`bucket.${name}`, shape])),
  platformAppId: AppId,
  platformAppSecret: AppSecret,
  partnerAppId: AppId,
  partnerAppSecret: AppSecret,
}

const EMPTY_POST = {
  caption: null,
  userTags: [],
  storyMentions: [],
  collaborators: [],
  locationId: null,
  locationName: null,
  crossPostToPartner: false,
}
const said = 'This is not a JPEG, PNG, WebP, AVIF, TIFF or GIF picture.'

describe('a refusal', () => {
  it('is told in German, with the server’s more exact sentence where there is one', () => {
    const sentence = refusalSentence({ code: 'MEDIA_INVALID', error: said, status: 400 }, refusalsDe)
    expect(sentence).toBe(`Diese Datei lässt sich nicht veröffentlichen. Nightpost sagt dazu: ${said}`)
  })

  it('keeps the server’s sentence as it is, whatever signs are in it', () => {
    const odd = 'Costs $& or $1.'
    const sentence = refusalSentence({ code: 'NOT_FOUND', error: odd, status: 404 }, refusalsDe)
    expect(sentence.endsWith(odd)).toBe(true)
  })

  it('names no field beside the field, and says the rest in the reader’s language', () => {
    const body = { code: 'VALIDATION_ERROR', error: 'bucket.colour: must be a colour', status: 400 } as const
    const at = (sentence: string) => refusedField(new ApiError(body, sentence))
    expect(at(body.error)).toEqual({ field: 'colour', sentence: 'Must be a colour' })
    expect(at(refusalSentence(body, refusalsDe))).toEqual({
      field: 'colour',
      sentence: 'So lässt sich das nicht speichern. Nightpost sagt dazu: Must be a colour',
    })
    expect(refusedField(new ApiError({ ...body, error: 'It is not there.' }))).toBeNull()
  })

  it.each(Object.entries(FIELDS))('says of %s in German alone what it must be', (path, shape) => {
    const [issue] = shape.safeParse(' ').error?.issues ?? []
    const error = issue ? issueSentence({ ...issue, path: path.split('.') }) : ''
    expect(error).toMatch(/^[\w.]+: (must|is not) /)
    const body = { code: 'VALIDATION_ERROR', error, status: 400 } as const
    const sentence = refusalSentence(body, refusalsDe)
    expect(sentence).toMatch(/^(Gib|Das muss) .*\.$/)
    expect(refusedField(new ApiError(body, sentence))).toEqual({ field: path.split('.').at(-1), sentence })
  })

  it('says of a post without a file what to do, and not the name of a field', () => {
    const content = { ...EMPTY_POST, mediaType: 'IMAGE' } as const
    const account = { loginMethod: 'platform', tokenExpiresAt: null } as const
    const [problem] = contentProblems(content, account, [], { purpose: 'publish', now: 0 })
    expect(problem?.message).toMatch(/^mediaFileId: this post has no file yet/)
    const body = { code: 'VALIDATION_ERROR', error: problem?.message ?? '', status: 400 } as const
    expect(refusalSentence(body, refusalsDe)).toBe('Dieser Beitrag hat noch keine Datei. Wähle eine aus.')
    expect(refusalSentence(body, english.refusals)).toBe('This post has no file yet. Choose one.')
  })

  it('is told in the server’s words to those who read English, and where the code is newer than the page', () => {
    expect(refusalSentence({ code: 'MEDIA_INVALID', error: said, status: 400 }, english.refusals)).toBe(said)
    const newer = { code: 'OF_TOMORROW' as 'NOT_FOUND', error: said, status: 400 }
    expect(refusalSentence(newer, refusalsDe)).toBe(said)
  })
})

it('addresses its reader as du everywhere', () => {
  const folder = new URL('../../../local-server/ui/src/strings/de/', import.meta.url)
  const formal = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      readFileSync(new URL(name, folder), 'utf8')
        .split('\n')
        .filter((line) => /[a-zäöüß,] (?:Sie|Ihr(?:e[mnrs]?)?|Ihnen)\b/.test(line)),
    )
  expect(formal).toEqual([])
})
