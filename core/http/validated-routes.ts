import { OpenAPIHono, type z } from '@hono/zod-openapi'
import { zValidator } from '@hono/zod-validator'
import type { Context } from 'hono'
import { issueSentence } from '../issue-sentence.ts'
import { CodedError } from '../coded-error.ts'
import type { ErrorCode } from '../errors.ts'
import type { AppEnv } from './context.ts'

/** Routes of the contract: what they take is read by the schemas that declare them. */
export const openApiRoutes = () => new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid })

// The same for the page's own routes.
export const validJson = <T extends z.ZodType>(schema: T) => zValidator('json', schema, refuseInvalid)
export const validQuery = <T extends z.ZodType>(schema: T) => zValidator('query', schema, refuseInvalid)
export const validParam = <T extends z.ZodType>(schema: T) => zValidator('param', schema, refuseInvalid)

type Outcome = { readonly target: string } & ({ success: true } | { success: false; error: z.core.$ZodError })

/** Turns a schema's refusal into an error that names the first wrong field. */
function refuseInvalid(outcome: Outcome, c: Pick<Context, 'req'>): void {
  if (outcome.success) return
  const { issues } = outcome.error
  const [issue] = issues
  const name = String(issue?.path[0])
  const isQuery = outcome.target === 'query'
  const isMissing = isQuery && issue?.code === 'invalid_type' && c.req.query(name) === undefined
  const code = isMissing ? 'MISSING_PARAM' : codeOf(outcome.target, issue)
  // A parameter that is sent twice comes as a list, which no schema accepts.
  const isRepeated = isQuery && (c.req.queries(name)?.length ?? 0) > 1
  throw new CodedError(code, isRepeated ? `${name}: must be sent once.` : issueSentence(issue), {
    details: issues,
  })
}

const READ_FORMATS = ['uuid', 'datetime']

/** INVALID_PARAM for a query value that cannot be read as one of a list, an id or a time; all else breaks the schema. */
function codeOf(target: string, issue: z.core.$ZodIssue | undefined): ErrorCode {
  if (target !== 'query') return 'VALIDATION_ERROR'
  const isUnreadable =
    issue?.code === 'invalid_value' ||
    (issue?.code === 'invalid_format' && READ_FORMATS.includes(issue.format))
  return isUnreadable ? 'INVALID_PARAM' : 'VALIDATION_ERROR'
}
