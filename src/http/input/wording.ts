/** Says in words what is wrong with a field, from the errors of Ajv. */
import type { ErrorObject } from 'ajv'
import type { FieldError } from '../../problems.ts'
import { invalidEmail } from './email.ts'
import { CHECK, isVisible } from './keywords.ts'

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case for each keyword of Ajv
export function describe(error: ErrorObject, httpPart: string | undefined): FieldError | undefined {
  const { keyword, params, data, parentSchema } = error
  const path = error.instancePath.slice(1).split('/').filter(Boolean).map(unescapePointer)
  const named = params.missingProperty ?? params.additionalProperty
  const field = [...path, ...(named === undefined ? [] : [named])].join('.') || (httpPart ?? 'body')
  const own = reasonOf(parentSchema)
  const say = (code: string, reason: string): FieldError => ({ field, reason, code })

  // `?page=1&page=2`: the parser makes a list of them.
  if (httpPart === 'querystring' && Array.isArray(data) && keyword !== 'maxItems') {
    return say('repeated', 'must be given only once')
  }
  switch (keyword) {
    case 'required':
      return say('required', 'is required')
    case 'type':
      return say(
        'invalid_type',
        path.length === 0 ? 'must be a JSON object' : `must be ${withArticle(String(params.type))}`,
      )
    case 'minLength':
      if (String(data).length === 0) return say('required', 'is required')
      return say('too_short', `must have at least ${formatCount(params.limit, 'character')}`)
    case 'maxLength':
      return say('too_long', `must have at most ${formatCount(params.limit, 'character')}`)
    case 'minItems':
      return say('required', `must have at least ${formatCount(params.limit, 'entry', 'entries')}`)
    case 'maxItems':
      return say('too_many', `must have at most ${formatCount(params.limit, 'entry', 'entries')}`)
    case 'additionalProperties':
      return say('unknown_property', own ?? 'is not known')
    case 'minimum':
    case 'exclusiveMinimum':
      return say('too_small', boundReason(params))
    case 'maximum':
    case 'exclusiveMaximum':
      return say('too_large', boundReason(params))
    case 'enum':
      if (data === '' && httpPart === 'body') return say('required', 'is required')
      return say('not_allowed', own ?? `must be one of ${params.allowedValues.join(', ')}`)
    case 'const':
      return say('not_allowed', `must be ${JSON.stringify(params.allowedValue)}`)
    case 'format':
      if (String(data).length === 0) return say('required', 'is required')
      if (params.format === 'email' || params.format === 'stored-email') return invalidEmail(String(data), field)
      return say(
        `invalid_${params.format}`.replaceAll('-', '_'),
        FORMATS[params.format] ?? `must be a valid ${params.format}`,
      )
    case 'pattern':
      if (!isVisible(String(data))) return say('required', 'is required')
      return say('invalid_format', own ?? 'has the wrong format')
    // The rule that it chose says what is wrong.
    case 'if':
      return undefined
    case CHECK:
      return say(params.code, params.reason)
    case 'anyOf':
      return own === undefined ? say('invalid_type', 'has the wrong type') : say('invalid_format', own)
    default:
      return say('invalid', error.message ?? 'is wrong')
  }
}

const COMPARISONS: Record<string, string> = { '>=': 'at least', '>': 'more than', '<=': 'at most', '<': 'less than' }

function boundReason({ comparison, limit }: ErrorObject['params']): string {
  return `must be ${COMPARISONS[comparison]} ${limit}`
}

/** A schema gives its own reason where the one for its rule would be unreadable. */
function reasonOf(schema: ErrorObject['parentSchema']): string | undefined {
  return schema?.['x-reason']
}

const FORMATS: Record<string, string> = {
  uuid: 'must be a UUID',
  'date-time': 'must be a time like 2026-01-31T12:00:00Z',
  date: 'must be a date like 2026-01-31',
}

function withArticle(types: string): string {
  return types
    .split(',')
    .filter(type => type !== 'null')
    .map(type => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`))
    .join(' or ')
}

function formatCount(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}

/** RFC 6901 §4. */
function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}
