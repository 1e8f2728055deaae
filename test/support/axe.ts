import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Loads axe into every document of a page. The browser then compiles it once, and not once for each document. */
export const loadAxe = (page: Page) => page.addInitScript(axe)

/**
 * The accessibility violations that axe-core finds on this page. The inside of a third-party widget, which we cannot
 * repair, is left out: Scalar, the viewer of the API reference.
 * @param only the ids of the rules to check; by default all
 */
export async function barriers(page: Page, only?: string[]): Promise<string[]> {
  // The script is half a megabyte, so each document loads it once.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe)
  return page.evaluate(async only => {
    // axe checks the size of targets (WCAG 2.2, 2.5.8) only on request.
    const rules = only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }
    const scope = { exclude: [['[data-third-party]']] }
    // @ts-expect-error set by the script above
    const { violations } = await globalThis.axe.run(scope, { ...rules, resultTypes: ['violations'] })
    return violations.flatMap((violation: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
      violation.nodes.map(node => `${violation.id}: ${node.html} ${node.failureSummary}`),
    )
  }, only)
}
