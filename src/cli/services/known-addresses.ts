/**
 * Names of files that need no search. For each import, Node asks the system three times about the file and reads what
 * `package.json` says of it. The names in Semel's own code are the files, and .mjs is always a module, so the address is all
 * that it would find. That saves a seventh of a start (docs/decisions/033-memory.md). A name without a file fails one step
 * later, when it is read.
 */
import { registerHooks } from 'node:module'

const OWN = new URL('../..', import.meta.url).href
/** A clone holds TypeScript, and a package JavaScript. */
const [ENDING, FORMAT] = import.meta.url.endsWith('.ts') ? ['.ts', 'module-typescript'] : ['.js', 'module']

export function knowAddresses(): void {
  registerHooks({
    resolve(name, context, search) {
      const from = context.parentURL
      if (!name.startsWith('.') || from === undefined) return search(name, context)
      if (name.endsWith(ENDING) && from.startsWith(OWN)) return found(name, from, FORMAT)
      return name.endsWith('.mjs') ? found(name, from, 'module') : search(name, context)
    },
  })
}

function found(name: string, from: string, format: string) {
  return { url: new URL(name, from).href, format, shortCircuit: true }
}
