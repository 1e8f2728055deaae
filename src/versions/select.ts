/** Selects the API version that a request names. */
import { Problem } from '../problems.ts'
import { versionsInAccept } from './accept.ts'
import { splitAddress } from './address.ts'
import { VERSIONS, type Version } from './table.ts'

type VersionQuery = {
  /** The target of the request, unchanged (RFC 9112 §3.2). */
  url: string
  accept: string | undefined
  now: Date
}

export type Selection = {
  version: Version
  /** Says whether the client named a version. If not, it gets the current one. */
  named: boolean
  /** The address of the mounted route: `/api/<version>/…`, without `api-version` in the query. */
  url: string
  /** The reason why no version can be chosen. The request is answered with it. */
  problem?: Problem
}

/**
 * Decides which version serves a request. A client can name it in the path, in the `Accept` media type, and as a date in
 * the query parameter `api-version`. It may use several ways that agree. Ways that disagree are refused, so none of them
 * silently wins.
 * @returns undefined for addresses that are not part of the API
 */
export function selectVersion({ url, accept, now }: VersionQuery, versions = VERSIONS): Selection | undefined {
  const address = splitAddress(url)
  if (!address) return undefined
  const named: [way: string, version: Version][] = []
  let problem: Problem | undefined
  const inAccept = fromAccept(accept, versions)
  for (const choice of [
    fromPath(address.segment, address.rest, versions),
    inAccept.choice,
    fromQuery(address.dates, versions),
  ]) {
    if (choice instanceof Problem) problem ??= choice
    else if (choice) named.push(choice)
  }
  const version = named[0]?.[1] ?? inAccept.newest
  problem ??= disagreement(named) ?? pastSunset(version, now, versions)
  return {
    version,
    named: named.length > 0,
    url: `/api/${version.name}${address.rest}${address.query}`,
    ...(problem && { problem }),
  }
}

type Choice = [way: string, version: Version] | Problem | undefined

function fromPath(segment: string | undefined, rest: string, versions: Version[]): Choice {
  if (segment === undefined) return undefined
  const version = versions.find(({ name }) => name === segment)
  if (version) return ['the path', version]
  const oldest = versions[0]!
  if (/^v[1-9]\d{0,8}$/.test(segment) && numberOf(segment) < numberOf(oldest.name)) {
    const link = `</api/${oldest.name}${rest}>; rel="successor-version"`
    return new Problem('version_retired', `API version ${segment} has been retired. ${supported(versions)}`, {
      headers: { link },
    })
  }
  return new Problem('unknown_version', doesNotExist(segment, versions), { status: 404 })
}

/** @returns what the header names, and the newest version that it does not refuse, for a client that names none */
function fromAccept(accept: string | undefined, versions: Version[]): { choice?: Choice; newest: Version } {
  const current = versions.at(-1)!
  if (!accept) return { newest: current }
  const find = (spelling: string) => versions.find(({ name }) => name === spelling) ?? versionOn(spelling, versions)
  const { wanted, refused } = versionsInAccept(accept, spelling => find(spelling) !== undefined)
  const unwanted = new Set(refused.map(find))
  // A client that refuses every version leaves none to serve; the server may then disregard the header (RFC 9110 §12.5.1).
  const newest = versions.findLast(version => !unwanted.has(version)) ?? current
  return { choice: choiceOf(wanted, find, versions), newest }
}

function choiceOf(wanted: string[], find: (spelling: string) => Version | undefined, versions: Version[]): Choice {
  const [spelling] = wanted
  if (spelling === undefined) return undefined
  const version = find(spelling)
  if (!version) return new Problem('version_not_acceptable', doesNotExist(spelling, versions))
  if (wanted.every(other => find(other) === version)) return ['the Accept header', version]
  return new Problem('ambiguous_version', `The Accept header asks for different API versions: ${wanted.join(', ')}.`)
}

function fromQuery(dates: string[], versions: Version[]): Choice {
  const chosen = new Set<Version>()
  for (const date of dates) {
    const version = versionOn(date, versions)
    if (!version) {
      const releases = versions.map(({ name, released }) => `${name} from ${released}`).join(', ')
      return new Problem(
        'unknown_version',
        `api-version must be a date on which a version was supported (${releases}), not ${quoted(date)}.`,
      )
    }
    chosen.add(version)
  }
  const [version, ...others] = chosen
  if (!version) return undefined
  if (others.length === 0) return ['api-version', version]
  const names = [...chosen].map(({ name }) => name).join(', ')
  return new Problem('ambiguous_version', `api-version is given more than once, for different API versions: ${names}.`)
}

/** A date selects the newest version released on or before it. */
function versionOn(date: string, versions: Version[]): Version | undefined {
  return isDate(date) ? versions.findLast(({ released }) => released <= date) : undefined
}

function disagreement(named: [way: string, version: Version][]): Problem | undefined {
  if (new Set(named.map(([, version]) => version)).size < 2) return undefined
  const ways = named.map(([way, { name }]) => `${way} names ${name}`).join(', ')
  return new Problem('ambiguous_version', `The request asks for different API versions: ${ways}.`)
}

function pastSunset({ name, sunset }: Version, now: Date, versions: Version[]): Problem | undefined {
  if (!sunset || sunset > now) return undefined
  const day = sunset.toISOString().slice(0, 10)
  const others = versions.filter(version => !version.sunset || version.sunset > now)
  return new Problem('version_retired', `API version ${name} was retired on ${day}. ${supported(others)}`)
}

function doesNotExist(spelling: string, versions: Version[]): string {
  return `API version ${quoted(spelling)} does not exist. ${supported(versions)}`
}

function supported(versions: Version[]): string {
  return `Supported: ${versions.map(({ name }) => name).join(', ')}.`
}

function numberOf(name: string): number {
  return Number(name.slice(1))
}

/** Text of the client, quoted, and cut so that it cannot flood a log. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}

/** A calendar date in ISO 8601. 2024-02-30 is not one. */
function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
}
