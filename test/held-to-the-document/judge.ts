// Whether an answer is one that the served document describes: its route, its status, its shape, its error code.
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { OpenApiDocument } from '../core/http/served-operations.ts'
import type { Exchange } from './exchanges.ts'

/** Null when the document describes it, else what it does not. */
type Judge = (exchange: Exchange) => string | null

let known: Judge | undefined

/** The one of this process, because what it has compiled for one test file serves the next. A run has one document. */
export function judgeOfThisRun(document: OpenApiDocument): Judge {
  return (known ??= createJudge(document))
}

function createJudge(document: OpenApiDocument): Judge {
  // Half the work: each shape judges a few answers only, so that tidying its code and repeating in it what it refers to never pays off.
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } })
  addFormats.default(ajv)
  ajv.addFormat('time-zone', true)
  // Programs must take values that they do not know. We answer only those that the document names.
  ajv.addKeyword({
    keyword: 'x-extensible-enum',
    validate: (known: readonly string[], value: unknown) =>
      value === null || known.some((one) => one === value),
  })
  ajv.addSchema(document, 'document')
  const templates = Object.keys(document.paths).map((template) => ({
    template,
    matches: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    isExact: !template.includes('{'),
  }))
  return ({ method, path, status, body }) => {
    const found = templates.filter(({ matches }) => matches.test(path))
    const { template } = found.find(({ isExact }) => isExact) ?? found[0] ?? {}
    const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()]
    // What no route takes is answered by the gates in front of all routes.
    if (template === undefined || !operation)
      return [400, 401, 404, 429].includes(status) ? null : `${method} ${path} is in no document`
    const declared = operation.responses[status]
    if (!declared) return `${method} ${template} answered ${status}, which is not described`
    const pointer = `document#/paths/${escaped(template)}/${method.toLowerCase()}/responses/${status}`
    const fits = ajv.getSchema(`${pointer}/content/application~1json/schema`)
    if (fits && fits(body) !== true)
      return `${method} ${template} ${status}: ${ajv.errorsText(fits.errors)} in ${JSON.stringify(body).slice(0, 300)}`
    const { code } = (body ?? {}) as { code?: unknown }
    if (status >= 400 && !declared.description.includes(`\`${String(code)}\``))
      return `${method} ${template} answered ${status} ${String(code)}, a code that is not described`
    return null
  }
}

function escaped(template: string): string {
  return template.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
}
