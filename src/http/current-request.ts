/**
 * State of the request in progress: whether its client is still there, and its rate limits. An AsyncLocalStorage
 * carries it, so no function has to pass it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** `within`: milliseconds; `seconds`: until some of it is there again. */
export type Rate = { quota: number; within: number; left: number; seconds: number }

export type CurrentRequest = {
  /** Tests whether the client has hung up. */
  isGone: () => boolean
  /** The rate limits that the request was counted for, by name. */
  rates: Map<string, Rate>
  /** It came from this machine, outside production. */
  isLocal: boolean
  /** Emails go to the embedded inbox, so no stranger gets one. */
  keepsEmails: boolean
}

const requests = new AsyncLocalStorage<CurrentRequest>()

/** Runs a part of a request. A page that calls the API stays the request in progress. */
export function inRequest<T>(request: CurrentRequest, work: () => T): T {
  return requests.getStore() ? work() : requests.run(request, work)
}

/** undefined outside of requests */
export function currentRequest(): CurrentRequest | undefined {
  return requests.getStore()
}
