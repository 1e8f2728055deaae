import { Problem } from '../problems.ts'
import { CURRENT, LIVING, VERSIONS, type Version } from './table.ts'

export type Selection = {
  version: Version
  /** The address that the routes know: `/api/<version>/…`, without `api-version` in the query. */
  url: string
  /** Why no version can be chosen; the request is answered with it. */
  problem?: Problem
}

/**
 * Decides which version answers. Three ways to ask are alive: the path, the `Accept` media type, and a date in the query
 * parameter `api-version`. Ways that agree are fine, ways that disagree are refused: no way silently wins.
 * @returns undefined for addresses that are not of the API
 */
export function selectVersion(url: string, accept: string | undefined): Selection | undefined {
  const address = splitAddress(url)
  if (!address) return undefined
  const asked: [way: string, version: Version][] = []
  let problem: Problem | undefined
  for (const choose of [() => fromPath(address.segment), () => fromAccept(accept), () => fromQuery(address.query)]) {
    const choice = choose()
    if (choice instanceof Problem) problem ??= choice
    else if (choice) asked.push(choice)
  }
  const version = asked[0]?.[1] ?? CURRENT
  const disagreeing = asked.find(([, other]) => other !== version)
  if (!problem && disagreeing) {
    const ways = asked.map(([way, { name }]) => `${way} names ${name}`).join(', ')
    problem = new Problem('ambiguous_version', `The request asks for different API versions: ${ways}.`)
  }
  const query = address.query.filter(([name]) => name !== 'api-version').map(([, text]) => text)
  return {
    version,
    url: `/api/${version.name}${address.rest}${query.length ? `?${query.join('&')}` : ''}`,
    ...(problem && { problem }),
  }
}

type Parameter = [name: string, text: string, value: string]

/** `/api/v1/x`, `/v1/x` and `/v1/api/x` mean the same; so does `/api/x` without a version. */
function splitAddress(url: string): { segment: string | undefined; rest: string; query: Parameter[] } | undefined {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const match =
    /^\/api(?:\/(?<inner>v\d+))?(?<rest>\/.*)?$/.exec(path) ?? /^\/(?<outer>v\d+)(?:\/api)?(?<rest>\/.*)?$/.exec(path)
  if (!match) return undefined
  const { inner, outer, rest = '' } = match.groups ?? {}
  const query =
    mark < 0
      ? []
      : url
          .slice(mark + 1)
          .split('&')
          .filter(Boolean)
          .map(parameter)
  return { segment: inner ?? outer, rest, query }
}

function parameter(text: string): Parameter {
  const [name = '', value = ''] = [...new URLSearchParams(text)][0] ?? []
  return [name, text, value]
}

type Choice = [way: string, version: Version] | Problem | undefined

function fromPath(segment: string | undefined): Choice {
  if (segment === undefined) return undefined
  const version = VERSIONS.find(({ name }) => name === segment)
  if (version) return ['the path', version]
  const oldest = VERSIONS[0]!
  if (/^v[1-9]\d*$/.test(segment) && Number(segment.slice(1)) < Number(oldest.name.slice(1))) {
    return new Problem(
      'version_retired',
      `API version ${segment} has been retired; the living versions are ${LIVING}.`,
      {
        headers: { link: `</api/${oldest.name}>; rel="successor-version"` },
      },
    )
  }
  return new Problem('not_found', `There is no API version ${segment}; the living versions are ${LIVING}.`)
}

/** `application/vnd.<any vendor>.v1+json`, or `application/json; version=1`, in any range that is not refused by q=0. */
function fromAccept(accept: string | undefined): Choice {
  if (!accept) return undefined
  const names = accept.split(',').flatMap(range => {
    if (/;\s*q=0(\.0*)?\s*(;|$)/i.test(range)) return []
    const name =
      /^\s*application\/vnd\.[\w.-]+?\.v(\d{1,9})\+json\s*(;|$)/i.exec(range)?.[1] ??
      /^\s*application\/(?:[\w.-]+\+)?json\s*;(?:.*;)?\s*version="?v?(\d{1,9})"?\s*(;|$)/i.exec(range)?.[1]
    return name === undefined ? [] : [`v${Number(name)}`]
  })
  const [first, ...others] = new Set(names)
  if (first === undefined) return undefined
  if (others.length > 0) {
    return new Problem(
      'ambiguous_version',
      `The Accept header asks for different API versions: ${[first, ...others].join(', ')}.`,
    )
  }
  const version = VERSIONS.find(({ name }) => name === first)
  return version
    ? ['the Accept header', version]
    : new Problem(
        'version_not_acceptable',
        `There is no living API version ${first}; the living versions are ${LIVING}.`,
      )
}

/** A date selects the newest version released on or before it. */
function fromQuery(query: Parameter[]): Choice {
  const dates = query.filter(([name]) => name === 'api-version').map(([, , value]) => value)
  if (dates.length === 0) return undefined
  const versions = dates.map(date => (isDate(date) ? VERSIONS.findLast(({ released }) => released <= date) : undefined))
  const [version, ...others] = versions
  if (versions.includes(undefined) || !version) {
    const releases = VERSIONS.map(({ name, released }) => `${name} from ${released}`).join(', ')
    const wrong = dates[versions.indexOf(undefined)]
    return new Problem(
      'unknown_version',
      `api-version must be a date on which a version was alive (${releases}), not ${JSON.stringify(wrong)}.`,
    )
  }
  if (others.some(other => other !== version)) {
    return new Problem('ambiguous_version', `api-version is given more than once: ${dates.join(', ')}.`)
  }
  return ['api-version', version]
}

/** A day of the calendar as ISO 8601 writes it; 2024-02-30 is none. */
function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
}
