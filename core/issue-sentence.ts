// The sentence that refuses input of the wrong shape, here and at the Worker, whose bundle has no declarations of the contract.
import type { core } from 'zod'

/** Says why a request of the wrong shape is refused. */
export function issueSentence(issue: core.$ZodIssue | undefined): string {
  return `${issue?.path.join('.') || 'body'}: ${issue === undefined ? 'is not valid' : demandOf(issue)}.`
}

/** What the value must be. Rules with a message of their own keep it; zod's are written for programmers. */
function demandOf(issue: core.$ZodIssue): string {
  if (!/^(Too|Invalid|Unrecognized) /.test(issue.message)) return issue.message
  if (issue.message.endsWith('received undefined')) return 'is required'
  switch (issue.code) {
    case 'too_big':
      return boundOf('at most', issue.maximum, issue.origin)
    case 'too_small':
      return boundOf('at least', issue.minimum, issue.origin)
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be a whole number' : `must be of type ${issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return issue.format === 'uuid' ? 'must be an id' : 'is not valid'
    case 'unrecognized_keys':
      return `must not have ${issue.keys.join(', ')}`
    default:
      return 'is not valid'
  }
}

function boundOf(bound: string, count: number | bigint, origin: string): string {
  const unit = origin === 'array' ? 'item' : origin === 'string' ? 'character' : null
  if (unit === null) return `must be ${bound} ${count}`
  return `must have ${bound} ${count} ${unit}${Number(count) === 1 ? '' : 's'}`
}
