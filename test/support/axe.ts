import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The accessibility violations that axe-core finds on this page. The inside of a third-party widget, which we cannot
 * repair, is left out: Scalar, the viewer of the API reference.
 * @param only these of its rules
 */
export async function barriers(page: Page, only?: string[]): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async only => {
    // The size of targets (WCAG 2.2, 2.5.8) is asked for by name, because axe leaves it out by itself.
    const options = only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }
    // @ts-expect-error set by the script above
    const { violations } = await globalThis.axe.run({ exclude: [['[data-third-party]']] }, options)
    return violations.flatMap((violation: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
      violation.nodes.map(node => `${violation.id}: ${node.html} ${node.failureSummary}`),
    )
  }, only)
}
