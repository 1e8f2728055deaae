import type { App } from '../../src/http/app.ts'
import { CURRENT, VERSIONS } from '../../src/versions/table.ts'

export type Route = { method: string; path: string }

/** Every route of the server, so that what is added tomorrow is tested tomorrow. */
export function allRoutes(app: App): Route[] {
  const above: string[] = []
  const routes: Route[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent, part, methods] = /^([│ ]*)[└├]── (.+) \((.+)\)$/.exec(line) ?? []
    if (indent === undefined) continue
    const depth = indent.length / 4
    above[depth] = (above[depth - 1] ?? '') + part
    const paths = addressesOf(above[depth])
    for (const method of methods!.split(', ')) routes.push(...paths.map(path => ({ method, path })))
  }
  return routes
}

/** A route of the API has an address in each version. */
function addressesOf(path: string): string[] {
  const current = `/api/${CURRENT.name}/`
  return path.startsWith(current) ? VERSIONS.map(({ name }) => path.replace(current, `/api/${name}/`)) : [path]
}

/** Pages and forms: every route outside the API. */
export function pageRoutes(app: App): Route[] {
  return allRoutes(app).filter(({ path }) => !/^\/(api|assets)\//.test(path))
}
