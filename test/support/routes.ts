import type { App } from '../../src/http/app.ts'

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
    for (const method of methods!.split(', ')) routes.push({ method, path: above[depth] })
  }
  return routes
}

/** Pages and forms: every route outside the API. */
export function pageRoutes(app: App): Route[] {
  return allRoutes(app).filter(({ path }) => !/^\/(api|assets)\//.test(path))
}
